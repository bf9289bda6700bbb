"""Batches against single states and against the command's."""

import csv
import subprocess

import numpy
import pytest

import gough
from conftest import COMMAND


def gough_stewart_states(n, seed=1):
    random = numpy.random.default_rng(seed)
    turn = random.uniform(-0.1, 0.1, (n, 3))
    quaternion = numpy.column_stack([numpy.sqrt(1 - (turn**2).sum(axis=1)), turn])
    poses = numpy.column_stack([random.uniform(-0.05, 0.05, (n, 2)), random.uniform(0.58, 0.64, n), quaternion])
    return poses, random.uniform(-1, 1, (n, 6)), random.uniform(-5, 5, (n, 6))


def columns_of(program, poses, V, A):
    """Inputs of a program as it names them, from poses with quaternions."""
    w, x, y, z = poses[:, 3:].T
    R = numpy.empty((len(poses), 9))
    R[:, 0], R[:, 1], R[:, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)
    R[:, 3], R[:, 4], R[:, 5] = 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)
    R[:, 6], R[:, 7], R[:, 8] = 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)
    assert [name for name, _ in program.inputs][:4] == ["x", "y", "z", "R11"]
    return numpy.ascontiguousarray(numpy.column_stack([poses[:, :3], R, V, A]).T)


@pytest.mark.parametrize("wish", ["on", "off"])
def test_batch_agrees_with_single_states(robots, monkeypatch, wish):
    monkeypatch.setenv("GOUGH_MACHINE_CODE", wish)
    robot = robots["gough_stewart"]
    poses, V, A = gough_stewart_states(1500)
    found = gough.Batch(robot, "idm")(poses, V, A)
    data = robot.data()
    for k in range(0, 1500, 100):
        tau = gough.idm(robot, data, poses[k], V[k], A[k])
        numpy.testing.assert_allclose(found[k], tau, atol=1e-10 * abs(tau).max())


def test_machine_code_and_why_not(robots, monkeypatch):
    robot = robots["five_bar"]
    for ready in (gough.Program(robot, "idm"), gough.Batch(robot, "idm")):
        assert ready.machine_code == (ready.why_not == "")
    monkeypatch.setenv("GOUGH_MACHINE_CODE", "off")
    for ready in (gough.Program(robot, "idm"), gough.Batch(robot, "idm")):
        assert not ready.machine_code and "GOUGH_MACHINE_CODE" in ready.why_not


def test_batch_equals_that_of_the_command_bit_for_bit(robots, tmp_path):
    robot = robots["gough_stewart"]
    poses, V, A = gough_stewart_states(1000)
    file = tmp_path / "states.csv"
    with file.open("w") as out:
        out.write("x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,dvx,dvy,dvz,dwx,dwy,dwz\n")
        for row in numpy.column_stack([poses, V, A]):
            out.write(",".join(repr(float(x)) for x in row) + "\n")
    done = subprocess.run([COMMAND, "idm", "gough_stewart", "--states", str(file)], capture_output=True, text=True, check=True)
    theirs = [[float(row["tau_" + name]) for name in robot.actuators] for row in csv.DictReader(done.stdout.splitlines())]
    assert gough.Batch(robot, "idm")(poses, V, A).tolist() == theirs


@pytest.mark.parametrize("name", ["delta", "five_bar", "prs_3", "h4", "hexapod_6r"])
def test_inverse_and_direct_dynamics_undo_each_other(robots, name):
    robot, n = robots[name], robots[name].n
    random = numpy.random.default_rng(3)
    poses = numpy.repeat(robot.home[None, :], 20, axis=0)
    V, A = random.uniform(-0.5, 0.5, (20, n)), random.uniform(-2, 2, (20, n))
    tau = gough.Batch(robot, "idm")(poses, V, A)
    assert tau.shape == (20, len(robot.actuators))
    numpy.testing.assert_allclose(gough.Batch(robot, "ddm")(poses, V, tau), A, atol=1e-7)


def test_one_call_records_and_runs(robots):
    robot = robots["five_bar"]
    poses, V, A = numpy.tile(robot.home, (4, 1)), numpy.zeros((4, 2)), numpy.ones((4, 2))
    tau = gough.idm_batch(robot, poses, V, A)
    numpy.testing.assert_allclose(gough.ddm_batch(robot, poses, V, tau), A, atol=1e-9)


def test_free_components_suffice(robots):
    robot = robots["delta"]
    V = A = numpy.zeros((3, 3))
    free = numpy.array([[0.1, 0, -0.75], [0, 0.1, -0.7], [0, 0, -3.0]])
    whole = numpy.column_stack([free, numpy.tile([1.0, 0, 0, 0], (3, 1))])
    a, b = gough.idm_batch(robot, free, V, A), gough.idm_batch(robot, whole, V, A)
    assert a[:2].tolist() == b[:2].tolist()
    assert numpy.isnan(a[2]).all() and numpy.isnan(b[2]).all()  # out of reach


def test_program_takes_columns_without_a_copy(robots):
    robot = robots["gough_stewart"]
    poses, V, A = gough_stewart_states(3000)
    program = gough.Program(robot, "idm")
    X = columns_of(program, poses, V, A)
    out = numpy.full((6, 3000), numpy.nan)
    assert program.batch(X, out=out) is out
    numpy.testing.assert_allclose(out.T, gough.Batch(robot, "idm")(poses, V, A), rtol=1e-9, atol=1e-9)
    for threads in (1, 2, 3):
        assert program.batch(X, threads=threads).tolist() == out.tolist()
    assert program(X[:, 7].copy()).tolist() == out[:, 7].tolist()
    assert program.count()["mul"] > 100 and len(program.outputs) == 6 and program.name == "gough_stewart_idm_P"


def test_arrays_that_do_not_fit_are_refused(robots):
    robot = robots["delta"]
    program, batch = gough.Program(robot, "idm"), gough.Batch(robot)
    X = numpy.zeros((9, 10))
    for bad in (X.T, numpy.zeros((9, 20))[:, ::2], X.astype(numpy.float32), numpy.zeros(9), numpy.asfortranarray(X)):
        with pytest.raises(gough.InputError, match=r"expected a C-contiguous array of doubles of shape \(9, "):
            program.batch(bad)
    with pytest.raises(gough.InputError, match="out"):
        program.batch(X, out=numpy.zeros((3, 9)))
    with pytest.raises(gough.InputError, match="shares memory"):
        program.batch(X, out=X[:3])
    assert program.batch(numpy.zeros((9, 0))).shape == (3, 0)
    with pytest.raises(gough.InputError, match=r"twists: an array of shape \(2, 6\); expected \(2, 3\)"):
        batch(numpy.zeros((2, 3)), numpy.zeros((2, 6)), numpy.zeros((2, 3)))
    with pytest.raises(gough.InputError, match=r"poses: .* expected \(2, 7\) or \(2, 3\)"):
        batch(numpy.zeros((2, 4)), numpy.zeros((2, 3)), numpy.zeros((2, 3)))
    with pytest.raises(gough.InputError, match="length 1"):
        gough.idm_batch(robots["gough_stewart"], numpy.ones((2, 7)), numpy.zeros((2, 6)), numpy.zeros((2, 6)))
    with pytest.raises(gough.InputError, match="expected one of igm, rates"):
        gough.Program(robot, "dance")
    assert batch(numpy.zeros((0, 3)), numpy.zeros((0, 3)), numpy.zeros((0, 3))).shape == (0, 3)
    with pytest.raises(gough.InputError, match=r"poses: an array of shape \(7,\); expected \(N, 7\) or \(N, 3\)"):
        batch(numpy.zeros(7), numpy.zeros(3), numpy.zeros(3))


def delta_states(robot, n=4):
    poses = numpy.tile([0.0, 0.0, -0.7], (n, 1))
    return poses, numpy.full((n, 3), 0.1), numpy.full((n, 3), 2.0)


def read_only(a):
    a.flags.writeable = False
    return a


def unaligned(rows, columns):
    return numpy.frombuffer(bytearray(8 * rows * columns + 1), dtype=numpy.uint8)[1:].view(numpy.float64).reshape(rows, columns)


def outs_that_do_not_fit(rows, columns):
    """Arrays that answers cannot be written into, and what is said of each."""
    return [
        (numpy.zeros((rows, columns), dtype=numpy.float32), "out: dtype float32; expected a C-contiguous array of doubles"),
        (numpy.zeros((rows, columns), dtype=int), "out: dtype int64"),
        (numpy.zeros((rows, columns), dtype=">f8"), "out: dtype >f8"),
        (numpy.zeros((rows, columns), order="F"), "out: not C-contiguous"),
        (numpy.zeros((rows, 2 * columns))[:, ::2], "out: not C-contiguous"),
        (numpy.zeros((rows + 1, columns)), rf"out: shape \({rows + 1}, {columns}\); expected .* of shape \({rows}, {columns}\)"),
        (numpy.zeros(rows * columns), "out: shape"),
        (read_only(numpy.zeros((rows, columns))), "out: the array is read-only"),
        (unaligned(rows, columns), "out: not aligned"),
    ]


def test_out_takes_the_answers_or_is_refused(robots):
    robot = robots["delta"]
    batch, program = gough.Batch(robot), gough.Program(robot, "idm")
    states = delta_states(robot)
    X = numpy.ascontiguousarray(numpy.column_stack(states).T)
    out = numpy.zeros((4, 3))
    assert batch(*states, out=out) is out and (out == batch(*states)).all() and (out != 0).all()
    for bad, why in outs_that_do_not_fit(4, 3):
        with pytest.raises(gough.InputError, match=why):
            batch(*states, out=bad)
        with pytest.raises(gough.InputError, match=why):
            gough.idm_batch(robot, *states, out=bad)
        assert not bad.any()
    for bad, why in outs_that_do_not_fit(3, 4):
        with pytest.raises(gough.InputError, match=why):
            program.batch(X, out=bad)
    for call in (lambda out: batch(*states, out=out), lambda out: program.batch(X, out=out)):
        for bad in ([[0.0] * 3] * 4, 1.0, "out"):
            with pytest.raises((TypeError, gough.InputError), match="out: expected a numpy array"):
                call(bad)


def test_out_that_shares_memory_with_an_input_is_refused(robots):
    robot = robots["delta"]
    batch = gough.Batch(robot)
    for k, name in enumerate(["poses", "twists", "accelerations"]):
        states = list(delta_states(robot))
        before = states[k].copy()
        with pytest.raises(gough.InputError, match=f"out: shares memory with {name}"):
            batch(*states, out=states[k])
        both = numpy.zeros(18)
        states[k] = both[:12].reshape(4, 3)
        states[k][:] = before
        with pytest.raises(gough.InputError, match=f"out: shares memory with {name}"):
            batch(*states, out=both[6:].reshape(4, 3))
        assert (states[k] == before).all()
    poses, V, A = delta_states(robot)
    numpy.testing.assert_array_equal(batch(poses, A, A), batch(poses, A, A.copy()))  # inputs may share theirs


def test_numbers_that_are_not_finite_are_refused_with_their_row(robots):
    for name in ("delta", "gough_stewart"):
        robot = robots[name]
        batch = gough.Batch(robot)
        for k, argument in enumerate(["poses", "twists", "accelerations"]):
            for bad in (numpy.nan, numpy.inf, -numpy.inf):
                states = [numpy.tile(robot.home, (700, 1)), numpy.zeros((700, robot.n)), numpy.zeros((700, robot.n))]
                states[k][600, 1] = bad
                with pytest.raises(gough.InputError, match=f"{argument}, row 600: '{bad}' is not a finite number"):
                    batch(*states)
    with pytest.raises(TypeError):
        batch(states[0].astype(complex), states[1], states[2])


@pytest.mark.parametrize("threads", [-1, 100000, 2**40])
def test_counts_of_threads_that_make_no_sense_are_refused(robots, threads):
    robot = robots["delta"]
    states = delta_states(robot)
    X = numpy.ascontiguousarray(numpy.column_stack(states).T)
    with pytest.raises((gough.InputError, TypeError), match="threads"):
        gough.Batch(robot)(*states, threads=threads)
    with pytest.raises((gough.InputError, TypeError), match="threads"):
        gough.Program(robot, "idm").batch(X, threads=threads)
