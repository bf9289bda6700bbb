"""Batches against single states and against the command's compiled batches."""

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


@pytest.mark.parametrize("compile", [True, False])
def test_batch_agrees_with_single_states(robots, compile):
    robot = robots["gough_stewart"]
    poses, V, A = gough_stewart_states(1500)
    found = gough.Batch(robot, "idm", compile=compile)(poses, V, A)
    data = robot.data()
    for k in range(0, 1500, 100):
        tau = gough.idm(robot, data, poses[k], V[k], A[k])
        numpy.testing.assert_allclose(found[k], tau, atol=1e-10 * abs(tau).max())


def test_batch_equals_the_compiled_batch_of_the_command_bit_for_bit(robots, tmp_path):
    robot = robots["gough_stewart"]
    poses, V, A = gough_stewart_states(1000)
    file = tmp_path / "states.csv"
    with file.open("w") as out:
        out.write("x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,dvx,dvy,dvz,dwx,dwy,dwz\n")
        for row in numpy.column_stack([poses, V, A]):
            out.write(",".join(repr(float(x)) for x in row) + "\n")
    done = subprocess.run([COMMAND, "idm", "gough_stewart", "--states", str(file), "--compiled"], capture_output=True, text=True, check=True)
    theirs = [[float(row[name]) for name in robot.actuators] for row in csv.DictReader(done.stdout.splitlines())]
    assert gough.Batch(robot, "idm")(poses, V, A).tolist() == theirs


@pytest.mark.parametrize("name", ["delta", "five_bar", "prs_3", "h4", "hexapod_6r"])
def test_inverse_and_direct_dynamics_undo_each_other(robots, name):
    robot, n = robots[name], robots[name].n
    random = numpy.random.default_rng(3)
    poses = numpy.repeat(robot.home[None, :], 20, axis=0)
    V, A = random.uniform(-0.5, 0.5, (20, n)), random.uniform(-2, 2, (20, n))
    tau = gough.Batch(robot, "idm", compile=False)(poses, V, A)
    assert tau.shape == (20, len(robot.actuators))
    numpy.testing.assert_allclose(gough.Batch(robot, "ddm", compile=False)(poses, V, tau), A, atol=1e-7)


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
    numpy.testing.assert_allclose(program(X[:, 7].copy()), out[:, 7], rtol=1e-9, atol=1e-9)
    assert program.count()["mul"] > 100 and len(program.outputs) == 6 and program.name == "gough_stewart_idm_P"


def test_arrays_that_do_not_fit_are_refused(robots):
    robot = robots["delta"]
    program, batch = gough.Program(robot, "idm", compile=False), gough.Batch(robot, compile=False)
    assert not program.compiled and program.why_not_compiled
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
