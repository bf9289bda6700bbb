"""SDF and URDF, read again by a parser that knows nothing of the library: counts, masses, and every body where the library has it at home."""

import json
import os
import xml.etree.ElementTree as ET

import numpy
import pytest

import gough

LEAST = 1e-9  # what SDF has for no mass
REFUSED = {  # what other tools' formats are not given
    "ballscrew_hexapod": "the joint 'left1.screw', which follows others",
    "delta_balanced": "the spring 'leg1.balancer'",
}
EXPORTED = [name for name in gough.catalog() if name not in REFUSED]


def turn(axis, angle):
    c, s = numpy.cos(angle), numpy.sin(angle)
    K = numpy.cross(numpy.eye(3), axis)
    return numpy.eye(3) + s * K + (1 - c) * K @ K


def placement(xyz, rpy):
    out = numpy.eye(4)
    out[:3, :3] = turn([0, 0, 1], rpy[2]) @ turn([0, 1, 0], rpy[1]) @ turn([1, 0, 0], rpy[0])
    out[:3, 3] = xyz
    return out


def numbers(text):
    return [float(word) for word in text.split()]


def home_data(robot):
    data = robot.data()
    gough.ik(robot, data, robot.home)
    return data


def urdf_placements(root, values):
    """World placements of the links, joint by joint from the root, at these joint values."""
    joints = root.findall("joint")
    placed = {"world": numpy.eye(4)}
    while len(placed) <= len(joints):
        before = len(placed)
        for joint in joints:
            parent, child = joint.find("parent").get("link"), joint.find("child").get("link")
            if parent not in placed or child in placed:
                continue
            origin = joint.find("origin")
            step = placement(numbers(origin.get("xyz")), numbers(origin.get("rpy")))
            value = values.get(joint.get("name"), 0.0)
            motion = numpy.eye(4)
            if joint.get("type") == "prismatic":
                motion[:3, 3] = value * numpy.array(numbers(joint.find("axis").get("xyz")))
            elif joint.get("type") in ("revolute", "continuous"):
                motion[:3, :3] = turn(numbers(joint.find("axis").get("xyz")), value)
            placed[child] = placed[parent] @ step @ motion
        assert len(placed) > before, "the links are no tree"
    return placed


@pytest.mark.parametrize("name", EXPORTED)
def test_urdf(robots, name):
    robot = robots[name]
    root, loops = ET.fromstring(gough.urdf(robot)), json.loads(gough.urdf_loops(robot))
    data = home_data(robot)
    links = [link.get("name") for link in root.findall("link")]
    assert len(set(links)) == len(links) and len(root.findall("joint")) == len(links) - 1
    assert len(root.findall("transmission")) == len(robot.actuators) == len(loops["actuators"])
    home = {row["joint"]: row["value"] for row in loops["home"]}
    placed = urdf_placements(root, home)
    scale = max(1.0, max(abs(p[:3, 3]).max() for p in placed.values()))
    for body in robot.bodies:
        numpy.testing.assert_allclose(placed[body], data.joint_frame(body), atol=1e-12 * scale)
    for loop in loops["loops"]:  # closed at home
        a, b = (placed[loop[side]["link"]] @ placement(loop[side]["xyz"], loop[side]["rpy"]) for side in "ab")
        numpy.testing.assert_allclose(a[:3, 3], b[:3, 3], atol=1e-9 * scale)
        if loop["kind"] == "rigid":
            numpy.testing.assert_allclose(a, b, atol=1e-9 * scale)
        if loop["kind"] == "revolute":
            numpy.testing.assert_allclose(a[:3, 2], b[:3, 2], atol=1e-9)
        if loop["kind"] == "universal":
            assert abs(a[:3, 0] @ b[:3, 1]) < 1e-9


@pytest.mark.parametrize("name", EXPORTED)
def test_urdf_joints_read_as_the_library_has_them_away_from_home(robots, name):
    robot = robots[name]
    data = robot.data()
    if robot.n == 6:
        pose = robot.home + [0.01, -0.02, 0.015, 0, 0, 0, 0]
    else:  # free components, positions from the base, rotations from home
        pose = [robot.home["xyz".index(f)] + 0.01 if f in "xyz" else 0.02 for f in robot.free]
    gough.ik(robot, data, pose)
    assert max(abs(v - home_data(robot).joints[k]) for k, v in data.joints.items()) > 1e-3
    placed = urdf_placements(ET.fromstring(gough.urdf(robot)), {f"{k}.joint": v for k, v in data.joints.items()})
    for body in data.joints:
        numpy.testing.assert_allclose(placed[body], data.joint_frame(body), atol=1e-11)


@pytest.mark.parametrize("name", EXPORTED)
def test_sdf(robots, name):
    robot = robots[name]
    root = ET.fromstring(gough.sdf(robot))
    data = home_data(robot)
    model = root.find("model")
    placed = {"world": numpy.eye(4)}
    for link in model.findall("link"):
        pose = numbers(link.find("pose").text)
        placed[link.get("name")] = placement(pose[:3], pose[3:])
    assert set(placed) - {"world"} == set(robot.bodies)
    scale = max(1.0, max(abs(p[:3, 3]).max() for p in placed.values()))
    for body in robot.bodies:
        numpy.testing.assert_allclose(placed[body], data.joint_frame(body), atol=1e-12 * scale)
    joints = model.findall("joint")
    names = [joint.get("name") for joint in joints]
    assert len(set(names)) == len(names)
    assert len(joints) - len(robot.bodies) == robot.info()["loops"]  # Euler
    for joint in joints:
        assert joint.find("parent").text in placed and joint.find("child").text in placed
        in_child = placement(*numpy.split(numpy.array(numbers(joint.find("pose").text)), 2))
        if joint.get("type") == "universal":
            first, second = numbers(joint.find("axis/xyz").text), numbers(joint.find("axis2/xyz").text)
            assert abs(numpy.dot(first, second)) < 1e-12
        assert numpy.isfinite(in_child).all()


@pytest.mark.parametrize("name", EXPORTED)
def test_masses_are_the_same_in_all_formats_and_in_the_parameters(robots, name):
    robot = robots[name]
    body_mass = sum(value for label, _, value in gough.parameters(robot) if label.endswith(".m"))
    urdf = sum(float(m.get("value")) for m in ET.fromstring(gough.urdf(robot)).iter("mass"))
    sdf = [float(m.text) for m in ET.fromstring(gough.sdf(robot)).iter("mass")]
    mjcf = [float(m.get("mass")) for m in ET.fromstring(gough.mjcf(robot)).iter("inertial")]
    assert urdf == pytest.approx(body_mass, rel=1e-12)
    assert sum(m for m in sdf if m > LEAST) == pytest.approx(body_mass, rel=1e-12)
    assert sum(m for m in mjcf if m > 1e-12) == pytest.approx(body_mass, rel=1e-12)


@pytest.mark.parametrize("name", EXPORTED)
def test_inertias_of_sdf_and_urdf_are_the_parameters(robots, name):
    """Mass, first moments and inertia about the link's origin, which is how the library's linear parameters have it."""
    robot = robots[name]
    values = {label: value for label, _, value in gough.parameters(robot)}
    from_sdf = {link.get("name"): sdf_body(link.find("inertial")) for link in ET.fromstring(gough.sdf(robot)).iter("link")}
    from_urdf = {link.get("name"): urdf_body(link.find("inertial")) for link in ET.fromstring(gough.urdf(robot)).iter("link")}
    for body in robot.bodies:
        ours = [values[f"{body}.{p}"] for p in ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")]
        numpy.testing.assert_allclose(from_sdf[body], ours, rtol=1e-12, atol=1.001 * LEAST)
        numpy.testing.assert_allclose(from_urdf[body], ours, rtol=1e-12, atol=1e-15)


def test_a_name_that_formats_reserve_is_told_apart(tmp_path):
    with open(os.path.join(os.environ["GOUGH_SOURCE"], "robots", "rps_3.toml"), encoding="utf-8") as source:
        text = source.read()
    file = tmp_path / "odd.toml"
    file.write_text(text.replace("[platform]", "[platform]\nname = 'world'"))
    robot = gough.load(str(file))
    assert robot.bodies[0] == "world"
    for text, tag in ((gough.mjcf(robot), "body"), (gough.sdf(robot), "link"), (gough.urdf(robot), "link")):
        names = [item.get("name") for item in ET.fromstring(text).iter(tag)]
        assert "world_2" in names and len(set(names)) == len(names)


def ten(mass, com, I):
    """m, m c, and the inertia about the origin."""
    c = numpy.array(com)
    about = numpy.array([[I[0], I[1], I[2]], [I[1], I[3], I[4]], [I[2], I[4], I[5]]]) + mass * (c @ c * numpy.eye(3) - numpy.outer(c, c))
    return [mass, *(mass * c), *about[numpy.triu_indices(3)]]


SIX = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def sdf_body(inertial):
    return ten(float(inertial.find("mass").text), numbers(inertial.find("pose").text)[:3], [float(inertial.find(f"inertia/{k}").text) for k in SIX])


def urdf_body(inertial):
    if inertial is None:
        return ten(0.0, [0, 0, 0], [0] * 6)
    inertia = inertial.find("inertia")
    return ten(float(inertial.find("mass").get("value")), numbers(inertial.find("origin").get("xyz")), [float(inertia.get(k)) for k in SIX])
