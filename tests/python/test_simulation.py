"""Simulation and identification give what the command gives."""

import json
import os
import subprocess

import numpy
import pytest

import gough

GOUGH = os.environ["GOUGH_COMMAND"]
SCENARIOS = os.path.join(os.environ["GOUGH_SOURCE"], "examples", "scenarios")


def test_a_scenario_ends_as_with_the_command(tmp_path):
    scenario = os.path.join(SCENARIOS, "five_bar_circle.toml")
    run = gough.simulate(gough.load("five_bar"), scenario)
    assert run["status"] == "ok"
    subprocess.run([GOUGH, "simulate", "five_bar", scenario, "-o", tmp_path / "run"], check=True, capture_output=True)
    with numpy.load(tmp_path / "run" / "states.npz") as saved:
        for k, name in enumerate(run["columns"]):
            assert numpy.array_equal(saved[name], run["states"][:, k]), name
    with open(tmp_path / "run" / "summary.json", encoding="utf-8") as file:
        assert json.load(file)["tracking"]["position_rms"] == run["position_rms"]


def test_a_scenario_as_text_may_stop_early():
    run = gough.simulate(gough.load("gough_stewart"), "duration = 5\nlog_rate = 100\n")
    assert run["status"] == "out_of_limits"
    assert run["states"][-1, 0] == run["time"] < 5
    assert run["loop_closure"] < 1e-12


def test_a_bad_scenario_says_where():
    with pytest.raises(gough.InputError, match=r"scenario:1:1: unknown key 'durration'"):
        gough.simulate(gough.load("delta"), "durration = 5\n")


def test_base_parameters_reproduce_the_efforts():
    robot = gough.load("five_bar")
    base = gough.base_parameters(robot)
    values = numpy.array([value for _, _, value in gough.parameters(robot)])
    assert numpy.allclose(base["beta"] @ values, base["values"], rtol=1e-12, atol=1e-15)
    assert base["gap"] > 1e6 and len(base["names"]) == len(base["expressions"]) == len(base["values"])


def test_identify_finds_a_changed_friction(tmp_path):
    robot = gough.load("five_bar")
    run = gough.simulate(
        robot,
        """
duration = 6
log_rate = 1000
plant = { friction = 2 }
[trajectory]
periodic = true
[[trajectory.segment]]
[trajectory.segment.fourier]
frequency = 0.5
component = [
  { name = "x", cosine = [0.03, 0.02, -0.02], sine = [0.02, -0.02, 0.01] },
  { name = "y", offset = 0.36, cosine = [0.02, -0.01, 0.02], sine = [-0.02, 0.02, 0.02] },
]
[controller]
type = "computed_torque"
bandwidth_hz = 10
""",
    )
    assert run["status"] == "ok"
    file = tmp_path / "motion.csv"
    numpy.savetxt(file, run["states"], delimiter=",", header=",".join(run["columns"]), comments="")
    found = gough.identify(robot, str(file), validate=str(file))
    viscous = [k for k, name in enumerate(found["names"]) if name.endswith(".viscous") and name not in found["poor"]]
    assert viscous
    for k in viscous:
        assert abs(found["values"][k] - 2 * found["nominal"][k]) < 0.1 * found["nominal"][k] + 3 * found["deviations"][k]
    assert (found["validation"]["residual"] < 0.1 * found["validation"]["rms"]).all()
    averaged = gough.identify(robot, str(file), period=2.0)
    assert (averaged["fit"]["residual"] < 0.1 * averaged["fit"]["rms"]).all()


def test_identify_refuses_what_is_not_there(tmp_path):
    file = tmp_path / "short.csv"
    file.write_text("t,q_left\n0,0\n", encoding="utf-8")
    with pytest.raises(gough.InputError, match="short.csv"):
        gough.identify(gough.load("five_bar"), str(file))
    with pytest.raises(gough.InputError, match="estimator: 'best'"):
        gough.identify(gough.load("five_bar"), str(file), estimator="best")
