"""The models as matrices: their equations give the efforts of the module, and they are the numbers of `gough explain`."""

import json
import os
import subprocess

import numpy
import pytest

import gough

MODELS = {
    "E": gough.linear_implicit_model,
    "V": gough.virtual_work_model,
    "P": gough.platform_model,
    "N": gough.complement_model,
}
TOLERANCE = 1e-12  # of the largest term: some ten thousand roundings


def motion(robot):
    n = len(robot.free)
    return 0.1 + 0.03 * numpy.arange(n), 0.4 - 0.2 * numpy.arange(n)


def bodies(model):
    for leg in model["legs"].values():
        yield from leg.get("bodies", {}).values()
    yield from model["nacelle"].values()


def left_and_right(letter, m, tau):
    """Both sides of the equation of motion."""
    if letter == "E":
        return m["A"] @ tau, -m["b"]
    if letter == "V":
        sums = sum(b["J"].T @ b["Omega"] @ b["p"] for b in bodies(m))
        return m["Jinv"].T @ tau, sums + m["W_joints"] @ m["p_joints"] + m["w"]
    if letter == "P":
        return m["Jinv"].T @ tau, m["M_rob"] @ m["dVr"] + m["c_rob"]
    return m["Lambda"] @ tau + m["tau_W"], m["M"] @ m["du"] + m["N"] @ m["u"]


@pytest.mark.parametrize("letter", MODELS)
def test_equations_give_the_efforts(robots, letter):
    refused = 0
    for name, robot in robots.items():
        data = robot.data()
        twist, acceleration = motion(robot)
        load = gough.Load(robot, mass=0.7, com=[0.01, 0.02, 0.03], wrench=[1, 2, 3, 0.1, 0.2, 0.3])
        try:
            m = MODELS[letter](robot, data, robot.home, twist, acceleration, load)
        except gough.InputError as error:
            assert letter == "E" and "formulation E has no element for" in str(error), name
            refused += 1
            continue
        tau = gough.idm(robot, data, robot.home, twist, acceleration, letter, load)
        left, right = left_and_right(letter, m, tau)
        scale = numpy.abs(m.get("M_rob", left)).max() + numpy.abs(left).max() + numpy.abs(right).max()
        assert numpy.abs(left - right).max() < TOLERANCE * scale, name
        numpy.testing.assert_allclose(m["efforts"], tau, rtol=0, atol=1e-10 * numpy.abs(tau).max(), err_msg=name)
    assert refused < len(robots) / 2


@pytest.mark.parametrize("letter", MODELS)
def test_matrices_are_those_of_the_command(robots, tmp_path, letter):
    robot = robots["delta"]
    twist, acceleration = motion(robot)
    file = tmp_path / "model.json"
    words = [",".join(repr(float(x)) for x in v) for v in (twist, acceleration)]
    command = [os.environ["GOUGH_COMMAND"], "explain", "delta", "--formulation", letter, "--twist", words[0], "--acceleration", words[1]]
    subprocess.run([*command, "-o", file], check=True, capture_output=True)
    written = json.loads(file.read_text())["formulations"][letter]
    m = MODELS[letter](robot, robot.data(), robot.home, twist, acceleration)

    def compare(ours, names, theirs):
        count = 0
        for key, value in ours.items():
            if key == "names":
                continue
            if isinstance(value, dict):
                count += compare(value, names[key], theirs[key])
                continue
            assert numpy.array_equal(value, numpy.array(theirs[key]["value"]))
            rows = names[key] if value.ndim == 1 else names[key][0]
            assert rows == theirs[key]["rows"] and len(rows) == value.shape[0]
            count += 1
        return count

    assert compare(m, m["names"], written) > 10


def test_what_is_refused(robots):
    robot = robots["delta"]
    with pytest.raises(gough.StatusError):
        gough.platform_model(robot, robot.data(), [0, 0, -9])
    with pytest.raises(gough.InputError):
        gough.platform_model(robots["h4"], robot.data(), robots["h4"].home)
