"""The module against the command, to the last bit, and against itself."""

import math
import os
import pathlib
import threading

import numpy
import pytest

import gough

SOURCE = pathlib.Path(os.environ["GOUGH_SOURCE"])
STATES = {
    "delta": ([0.1, -0.05, -0.72], [0.5, -0.3, 0.7], [3.0, 2.0, -5.0]),
    "gough_stewart": ([0.02, -0.03, 0.6, 1, 0, 0, 0], [0.1, 0.2, -0.3, 0.4, -0.2, 0.1], [1, -2, 0.5, 3, 1, -2]),
    "five_bar": (None, [0.4, -0.2], [3.0, 1.5]),
    "prs_3": (None, [0.1, 0.2, -0.1], [1.0, -2.0, 0.5]),
    "h4": (None, [0.1, 0.2, -0.1, 0.3], [1.0, -2.0, 0.5, 2.0]),
}


def words(numbers):
    return ",".join(repr(float(x)) for x in numbers)


def options(name, twist=True):
    pose, V, A = STATES[name]
    out = [] if pose is None else [f"--pose={words(pose)}"]
    return out + ([f"--twist={words(V)}"] if twist else [])


def pose_of(robot, name):
    """What the command takes for home where no pose is given."""
    return robot.home if STATES[name][0] is None else STATES[name][0]


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("formulation", "EVPN")
def test_idm_is_that_of_the_command_to_the_last_bit(robots, command, name, formulation):
    robot, (_, V, A) = robots[name], STATES[name]
    found = command("idm", name, *options(name), f"--acceleration={words(A)}", "--formulation", formulation, "--json")
    data = robot.data()
    tau = gough.idm(robot, data, pose_of(robot, name), V, A, formulation=formulation)
    assert tau.tolist() == found["efforts"][formulation]
    assert data.status == found["status"]


@pytest.mark.parametrize("name", STATES)
def test_idm_from_joints_is_that_of_the_pose_and_of_the_command(robots, command, name):
    robot, (_, V, A) = robots[name], STATES[name]
    data, pose = robot.data(), pose_of(robot, name)
    q = gough.ik(robot, data, pose)
    tau = gough.idm(robot, data, pose, V, A)
    rates, accelerations = data.dqa, data.ddqa
    other = robot.data()
    same = gough.idm(robot, other, joints=q, rates=rates, accelerations=accelerations)
    numpy.testing.assert_allclose(same, tau, atol=1e-9 * abs(tau).max())
    assert other.status == data.status
    typed = [f"--joints={words(q)}", f"--rates={words(rates)}", f"--accelerations={words(accelerations)}"]
    found = command("idm", name, *typed, "--json")
    assert same.tolist() == found["efforts"]["P"]
    numpy.testing.assert_allclose(found["twist"], V, atol=1e-9)


def test_idm_takes_a_pose_or_joints(robots):
    robot = robots["delta"]
    data = robot.data()
    with pytest.raises(gough.InputError, match="give a pose, or joints"):
        gough.idm(robot, data)
    with pytest.raises(gough.InputError, match="give the one or the other"):
        gough.idm(robot, data, [0, 0, -0.7], joints=[0, 0, 0])
    with pytest.raises(gough.InputError, match="go with joints"):
        gough.idm(robot, data, [0, 0, -0.7], rates=[0, 0, 0])
    with pytest.raises(gough.InputError, match="rates: 2 numbers; expected 3"):
        gough.idm(robot, data, joints=[0, 0, 0], rates=[0, 0])
    with pytest.raises(gough.StatusError) as found:
        gough.idm(robots["gough_stewart"], robots["gough_stewart"].data(), joints=[0.1, 5, 0.1, 5, 0.1, 5])
    assert found.value.status == "not_converged"


@pytest.mark.parametrize("name", STATES)
def test_ddm_mass_and_bias_are_those_of_the_command(robots, command, name):
    robot, (_, V, A) = robots[name], STATES[name]
    effort = numpy.linspace(-2, 3, len(robot.actuators))
    found = command("ddm", name, *options(name), f"--efforts={words(effort)}", "--json")
    data, pose = robot.data(), pose_of(robot, name)
    assert gough.ddm(robot, data, pose, V, effort).tolist() == found["acceleration"]
    assert data.ddqa.tolist() == found["joint_accelerations"]
    assert gough.M(robot, data, pose).tolist() == found["mass_matrix"]
    c = numpy.array(found["velocity_terms"]) + found["gravity"] + numpy.array(found["resistance"])
    numpy.testing.assert_allclose(gough.c(robot, data, pose, V), c, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", STATES)
def test_M_c_and_regressor_give_the_efforts(robots, name):
    robot, (_, V, A) = robots[name], STATES[name]
    data, pose = robot.data(), pose_of(robot, name)
    tau = gough.idm(robot, data, pose, V, A)
    force = data.Jinv.T @ tau
    M, c = gough.M(robot, data, pose), gough.c(robot, data, pose, V)
    scale = abs(force).max()
    numpy.testing.assert_allclose(M @ A + c, force, atol=1e-10 * scale)
    assert numpy.linalg.eigvalsh(M).min() > 0
    Y = gough.regressor(robot, data, pose, V, A)
    p = [value for _, _, value in gough.parameters(robot)]
    numpy.testing.assert_allclose(Y @ p, tau, atol=1e-10 * abs(tau).max())
    back = gough.ddm(robot, data, pose, V, tau)
    numpy.testing.assert_allclose(back, A, atol=1e-8 * numpy.abs(A).max())


def test_ik_and_fk_are_those_of_the_command_and_inverse(robots, command):
    robot, pose = robots["gough_stewart"], STATES["gough_stewart"][0]
    data = robot.data()
    q = gough.ik(robot, data, pose)
    found = command("ik", "gough_stewart", f"--pose={words(pose)}", "--json")
    assert q.tolist() == found["actuated"]
    numpy.testing.assert_allclose(gough.fk(robot, data, q), pose, atol=1e-12)
    assert gough.fk(robot, data, q, start=robot.home).tolist() == command("fk", "gough_stewart", f"--joints={words(q)}", "--json")["pose"]


def test_load_is_that_of_the_command(robots, command):
    robot, data = robots["delta"], robots["delta"].data()
    load = gough.Load(robot, mass=1.5, com=[0.01, 0.02, -0.05], wrench=[1, 2, 3, 0.1, 0.2, 0.3])
    found = command("idm", "delta", "--payload=1.5,0.01,0.02,-0.05", "--wrench=1,2,3,0.1,0.2,0.3", "--json")
    assert gough.idm(robot, data, robot.home, load=load).tolist() == found["efforts"]["P"]


def test_bodies_are_placed_and_joints_named(robots):
    robot = robots["delta"]
    data = robot.data()
    gough.ik(robot, data, [0.1, 0, -0.75])
    assert data.placement("platform")[:3, 3].tolist() == [0.1, 0, -0.75]
    assert set(data.joints) == {b for b in robot.bodies if b != "platform"}
    with pytest.raises(gough.InputError, match="no body 'plattform'"):
        data.placement("plattform")


def test_frames_of_bodies_are_those_of_the_file(command):
    file = str(SOURCE / "tests/repro/wrench_on_at.toml")
    robot = gough.load(file)
    data = robot.data()
    gough.ik(robot, data, robot.home)
    assert abs(data.placement("leg1.bar")[:3, 0] - [0.6, 0.8, 0]).max() < 1e-15  # x along the bar
    assert abs(data.joint_frame("leg1.bar")[:3, 2] - numpy.array([-4, 3, 1]) / 26**0.5).max() < 1e-15
    load = gough.Load(robot, wrench=[1, 2, 3, 0, 0, 0], on="leg1.bar", at=[0.2, 0.1, 0])
    found = command("idm", file, "--wrench=1,2,3,0,0,0", "--on=leg1.bar", "--at=0.2,0.1,0", "--json")
    assert gough.idm(robot, data, robot.home, load=load).tolist() == found["efforts"]["P"]


def test_no_mass_no_direct_dynamics():
    robot = gough.load(str(SOURCE / "tests/repro/massless.toml"))
    assert len(robot.warnings) == 1 and "no body has a mass" in robot.warnings[0]
    with pytest.raises(gough.InputError, match="has no mass"):
        gough.ddm(robot, robot.data(), robot.home, None, [0, 0])


def test_joints_of_the_nacelle(robots, command):
    robot = robots["quattro"]
    data = robot.data()
    gough.fk(robot, data, [0.1, 0.2, 0.1, 0.2])
    assert data.nacelle == pytest.approx(command("fk", "quattro", "--joints=0.1,0.2,0.1,0.2", "--json")["nacelle"], abs=1e-12)


def test_verify_passes(robots):
    rows = gough.verify(robots["five_bar"], samples=20)
    assert len(rows) > 5 and all(row["passed"] for row in rows)


def test_info_is_that_of_the_command(robots, command):
    for name in ("delta", "hexapod_6r", "planar_4rrr"):
        ours, theirs = robots[name].info(), command("info", name, "--json")
        for key in ("name", "mobility", "grubler", "links", "joints", "loops"):
            assert ours[key] == theirs[key]


def test_errors_are_exceptions_with_the_messages_of_the_command(robots, tmp_path):
    with pytest.raises(gough.InputError, match="did you mean 'delta'"):
        gough.load("detla")
    bad = tmp_path / "bad.toml"
    bad.write_text('name = "x"\n[platform]\nhom = 3\n')
    with pytest.raises(gough.InputError, match=r"bad.toml:3:1: unknown key 'hom' in platform \(did you mean 'home'\?\)"):
        gough.load(str(bad))
    robot, other = robots["delta"], robots["five_bar"]
    data = robot.data()
    with pytest.raises(ValueError, match="2 numbers; expected .*free components x,y,z"):
        gough.idm(robot, data, [0.0, 1.0])
    with pytest.raises(gough.InputError, match="not a finite number"):
        gough.idm(robot, data, [0.0, 1.0, float("nan")])
    with pytest.raises(gough.InputError, match="twist: 4 numbers"):
        gough.idm(robot, data, robot.home, [1, 2, 3, 4])
    with pytest.raises(gough.InputError, match="another robot"):
        gough.idm(other, data, other.home)
    with pytest.raises(gough.InputError, match="expected E, V, P or N"):
        gough.idm(robot, data, robot.home, formulation="Q")
    with pytest.raises(gough.InputError, match="P or N"):
        gough.ddm(robot, data, robot.home, None, [0, 0, 0], formulation="E")
    with pytest.raises(gough.InputError, match="effort: 1 numbers; expected 3"):
        gough.ddm(robot, data, robot.home, None, [0])
    with pytest.raises(gough.InputError, match="mass"):
        gough.Load(robot, mass=-1)
    with pytest.raises(TypeError):
        gough.idm(robot, data, "here")


def test_states_without_an_answer_raise_and_limits_answer(robots):
    robot = robots["delta"]
    data = robot.data()
    with pytest.raises(gough.StatusError, match="unreachable") as error:
        gough.idm(robot, data, [0, 0, -3])
    assert error.value.status == "unreachable" and error.value.measure < 0
    assert data.status == "unreachable"
    tau = gough.idm(robot, data, robot.home, acceleration=[0, 0, 1e5])
    assert data.status == "out_of_limits" and numpy.isfinite(tau).all()
    gough.idm(robot, data, robot.home)
    assert data.status == "ok"


def test_data_outlive_the_name_of_their_robot():
    data = gough.load("five_bar").data()
    assert data.status == "ok" and len(data.joints) > 0


def test_threads_run_side_by_side(robots):
    robot = robots["gough_stewart"]
    pose, V, A = STATES["gough_stewart"]
    alone = gough.idm(robot, robot.data(), pose, V, A).tolist()
    found = [None] * 4

    def work(k):
        data = robot.data()
        for _ in range(200):
            tau = gough.idm(robot, data, pose, V, A)
        found[k] = tau.tolist()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert found == [alone] * 4


def test_a_load_of_another_robot_is_refused(robots):
    robot, other = robots["delta"], robots["five_bar"]
    data, home, load = robot.data(), robot.home, gough.Load(other, mass=1.0)
    states = numpy.tile(home, (2, 1)), numpy.zeros((2, 3)), numpy.zeros((2, 3))
    calls = [
        lambda: gough.idm(robot, data, home, load=load),
        lambda: gough.ddm(robot, data, home, None, [0, 0, 0], load=load),
        lambda: gough.M(robot, data, home, load=load),
        lambda: gough.c(robot, data, home, load=load),
        lambda: gough.parameters(robot, load=load),
        lambda: gough.Program(robot, load=load),
        lambda: gough.Batch(robot, load=load),
        lambda: gough.idm_batch(robot, *states, load=load),
        lambda: gough.ddm_batch(robot, *states, load=load),
    ]
    for call in calls:
        with pytest.raises(gough.InputError, match=r"load: made for another robot \(five_bar\)"):
            call()
    own = gough.Load(robot, mass=1.0)
    assert gough.Batch(robot, load=own)(*states)[0] == pytest.approx(gough.idm(robot, data, home, load=own))


@pytest.mark.parametrize("count", [-1, -(2**31), 2**31, 2**40])
def test_counts_that_make_no_sense_are_refused(robots, count):
    with pytest.raises(gough.InputError, match=f"samples: {count}; expected 1 to"):
        gough.verify(robots["five_bar"], samples=count)
    with pytest.raises(gough.InputError, match=f"states: {count}; expected 0 to"):
        gough.base_parameters(robots["five_bar"], states=count)


def test_numbers_that_make_no_sense_are_refused(robots, tmp_path):
    robot = robots["five_bar"]
    data = robot.data()
    with pytest.raises(gough.InputError, match="samples: 0"):
        gough.verify(robot, samples=0)
    with pytest.raises(TypeError, match="seed"):
        gough.verify(robot, samples=1, seed=-1)
    for period in (-1.0, math.nan, math.inf):
        with pytest.raises(gough.InputError, match=f"period: {period:g}"):
            gough.identify(robot, str(tmp_path / "none.csv"), period=period)
    for bad in (math.nan, math.inf, -math.inf):
        calls = {
            "mass": lambda: gough.Load(robot, mass=bad),
            "com": lambda: gough.Load(robot, mass=1, com=[0, bad, 0]),
            "inertia": lambda: gough.Load(robot, mass=1, inertia=[bad, 0, 0]),
            "wrench": lambda: gough.Load(robot, wrench=[0, 0, 0, 0, 0, bad]),
            "at": lambda: gough.Load(robot, wrench=[0] * 6, at=[0, 0, bad]),
            "pose": lambda: gough.ik(robot, data, [bad, 0.36]),
            "joints": lambda: gough.fk(robot, data, [0.5, bad]),
            "start": lambda: gough.fk(robot, data, [0.5, 0.5], start=[bad, 0.36]),
            "twist": lambda: gough.idm(robot, data, robot.home, twist=[bad, 0]),
            "acceleration": lambda: gough.idm(robot, data, robot.home, acceleration=[0, bad]),
            "effort": lambda: gough.ddm(robot, data, robot.home, None, [0, bad]),
        }
        for name, call in calls.items():
            with pytest.raises(gough.InputError, match=name):
                call()
    for empty in ([], numpy.zeros(0), numpy.zeros((0, 2))):
        with pytest.raises(gough.InputError, match="joints"):
            gough.fk(robot, data, empty)
        with pytest.raises(gough.InputError, match="pose"):
            gough.ik(robot, data, empty)
    for name, call in {
        "twist": lambda bad: gough.idm(robot, data, robot.home, twist=bad),
        "acceleration": lambda bad: gough.idm(robot, data, robot.home, acceleration=bad),
        "start": lambda bad: gough.fk(robot, data, [0.5, 0.5], start=bad),
        "wrench": lambda bad: gough.Load(robot, wrench=bad),
        "at": lambda bad: gough.Load(robot, wrench=[0] * 6, at=bad),
    }.items():
        for bad in (numpy.array([0.5 + 1j, 0.5]), "here", {"a": 1}):
            with pytest.raises(TypeError, match=f"{name}: expected real numbers"):
                call(bad)
    for bad in (numpy.array([0.5 + 1j, 0.5]), [None, "a"], {"a": 1}):
        with pytest.raises((TypeError, gough.InputError)):
            gough.fk(robot, data, bad)
