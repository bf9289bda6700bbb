"""Direct dynamics: a Gough-Stewart platform let go, step by step, with its energy from the mass matrix."""

import numpy

import gough

robot = gough.load("gough_stewart")
data = robot.data()
efforts = gough.idm(robot, data, robot.home)
print("efforts that hold it at home (N):", numpy.round(efforts, 3))
print("acceleration under them:", numpy.round(gough.ddm(robot, data, robot.home, None, efforts), 9) + 0)


def turned(q, w, h):
    """The quaternion q turned by the angular velocity w during h."""
    angle = numpy.linalg.norm(w) * h
    v = 0.5 * h * w * numpy.sinc(angle / (2 * numpy.pi))
    a, (b, c, d) = numpy.cos(angle / 2), v
    turn = numpy.array([[a, -b, -c, -d], [b, a, -d, c], [c, d, a, -b], [d, -c, b, a]])
    q = turn @ q
    return q / numpy.linalg.norm(q)


def moved(pose, V, h):
    return numpy.concatenate([pose[:3] + h * V[:3], turned(pose[3:], V[3:], h)])


# Half the efforts, and one leg a little more. The midpoint rule, a millisecond a step.
efforts *= 0.5
efforts[0] *= 1.2
pose, V, h = robot.home, numpy.zeros(6), 1e-3
print(f"\n{'time (s)':>8} {'x (mm)':>8} {'y (mm)':>8} {'z (mm)':>8} {'kinetic energy (J)':>20} {'status':>14}")
for step in range(51):
    if step % 10 == 0:
        M = gough.M(robot, data, pose)
        x, y, z = 1e3 * (pose[:3] - robot.home[:3])
        print(f"{step * h:8.3f} {x:8.3f} {y:8.3f} {z:8.3f} {0.5 * V @ M @ V:20.6f} {data.status:>14}")
    middle = V + 0.5 * h * gough.ddm(robot, data, pose, V, efforts)
    A = gough.ddm(robot, data, moved(pose, V, 0.5 * h), middle, efforts)
    pose, V = moved(pose, middle, h), V + h * A
