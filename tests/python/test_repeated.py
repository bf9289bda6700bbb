"""Calls that are repeated are answered by programs after a while: the same numbers, statuses, errors and data."""

import numpy
import pytest

import gough

MANY = 310  # calls, more than the library answers by itself


def states(robot, count):
    """Poses near home with twists and accelerations."""
    random = numpy.random.default_rng(7)
    data = robot.data()
    home = gough.ik(robot, data, robot.home)
    joints = [home + data.Jinv @ random.uniform(-0.004, 0.004, robot.n) for _ in range(count)]
    return [(gough.fk(robot, data, q), random.uniform(-1, 1, robot.n), random.uniform(-5, 5, robot.n)) for q in joints]


def everything(robot, data, state, load):
    pose, V, A = state
    tau = gough.idm(robot, data, pose, V, A, load=load)
    out = [tau, data.dqa, data.ddqa, data.Jinv, data.Psi, data.pose]
    out += [gough.idm(robot, data, pose, V, A, "N", load), gough.ddm(robot, data, pose, V, tau, load=load), data.ddqa]
    out += [gough.M(robot, data, pose, load), gough.c(robot, data, pose, V, load), data.dqa]
    q = gough.ik(robot, data, pose)
    out += [q, numpy.array(list(data.joints.values())), gough.fk(robot, data, q, pose), data.placement(robot.bodies[-1])]
    return out, data.status


@pytest.mark.parametrize(
    "name, carried", [("delta", False), ("quattro", True), ("gough_stewart", True), ("planar_4rrr", False), ("hexapod_6r", False)]
)
def test_same_as_single_calls(name, carried):
    robot = gough.load(name)
    load = gough.Load(robot, mass=1.5, com=[0.01, 0.0, 0.02]) if carried else None
    cases = states(robot, 5)
    repeated = robot.data()
    for _ in range(MANY):
        everything(robot, repeated, cases[0], load)
    for case in cases:
        expected, status = everything(robot, robot.data(), case, load)
        found, found_status = everything(robot, repeated, case, load)
        assert found_status == status
        for a, b in zip(expected, found):
            assert numpy.allclose(a, b, rtol=1e-9, atol=1e-9 * max(1.0, abs(a).max()))


def test_regressor():
    robot = gough.load("delta")
    pose, V, A = states(robot, 3)[0]
    data = robot.data()
    first = gough.regressor(robot, data, pose, V, A)
    for _ in range(MANY):
        last = gough.regressor(robot, data, pose, V, A)
    assert last.shape == first.shape
    assert numpy.allclose(last, first, rtol=1e-10, atol=1e-10 * abs(first).max())
    assert len(data.dqa) == 3


def test_errors_stay():
    robot = gough.load("delta")
    data = robot.data()
    for _ in range(MANY):
        gough.idm(robot, data, robot.home)
        gough.ik(robot, data, robot.home)
        gough.fk(robot, data, gough.ik(robot, data, robot.home))
    for call in (gough.idm, gough.ik):
        with pytest.raises(gough.StatusError) as single:
            call(robot, robot.data(), [3.0, 0.0, -0.7])
        with pytest.raises(gough.StatusError) as repeated:
            call(robot, data, [3.0, 0.0, -0.7])
        assert str(repeated.value) == str(single.value)
        assert (repeated.value.status, data.status) == (single.value.status, single.value.status)
    assert numpy.allclose(gough.fk(robot, data, [3.0, 3.0, 3.0]), gough.fk(robot, robot.data(), [3.0, 3.0, 3.0]), atol=1e-9)
    with pytest.raises(gough.InputError):
        gough.idm(robot, data, [0.0, 0.0])
