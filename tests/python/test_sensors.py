"""Poses from whatever joints are measured."""

import numpy
import pytest

import gough


def everywhere(robot):
    return [s["name"] for possible in (False, True) for s in gough.sensors(robot, possible)]


@pytest.mark.parametrize("name", ["gough_stewart", "delta", "h4"])
def test_readings_give_their_pose(robots, name):
    robot = robots[name]
    data = robot.data()
    names = everywhere(robot)
    readings = gough.sensor_readings(robot, data, robot.home, names)
    found = gough.measured_pose(robot, data, readings, sensors=names)
    assert found["status"] == "ok"
    assert numpy.abs(found["pose"] - robot.home).max() < 1e-9
    assert found["covariance"].shape == (robot.n, robot.n)
    more = gough.observability(robot, data, robot.home, names)["deviations"]
    less = gough.observability(robot, data, robot.home)["deviations"]
    assert (more <= less + 1e-15).all()


def test_what_is_not_measured_is_named(robots):
    robot = robots["gough_stewart"]
    data = robot.data()
    five = [s["name"] for s in gough.sensors(robot)][:5]
    seen = gough.observability(robot, data, robot.home, five)
    assert not seen["observable"] and seen["unseen"] and seen["covariance"] is None
    readings = gough.sensor_readings(robot, data, robot.home, five)
    found = gough.measured_pose(robot, data, readings, sensors=five)
    assert found["status"] == "unobservable" and found["pose"] is None


def test_deviations_scale_with_sigma(robots):
    robot = robots["delta"]
    data = robot.data()
    one = gough.observability(robot, data, robot.home, sigma=[1e-4] * 3)["deviations"]
    ten = gough.observability(robot, data, robot.home, sigma=[1e-3] * 3)["deviations"]
    assert numpy.allclose(ten, 10 * one, rtol=1e-12)


def test_bad_input(robots):
    robot = robots["delta"]
    data = robot.data()
    with pytest.raises(gough.InputError, match="no joint is called"):
        gough.observability(robot, data, robot.home, ["leg1.arn"])
    with pytest.raises(gough.InputError, match="expected 3"):
        gough.measured_pose(robot, data, [0.1, 0.2])
    with pytest.raises(gough.InputError, match="not positive"):
        gough.observability(robot, data, robot.home, sigma=[1, 1, 0])
