"""The dynamics are linear in the masses: find a payload from measured efforts by least squares."""

import numpy

import gough

robot = gough.load("delta")
data = robot.data()
random = numpy.random.default_rng(1)
secret = gough.Load(robot, mass=0.35)

# Efforts of random motions with the payload, with a little noise, as a controller would log them.
rows, right = [], []
names = [name for name, _, _ in gough.parameters(robot)]
values = numpy.array([value for _, _, value in gough.parameters(robot)])
platform = [k for k, name in enumerate(names) if name == "platform.m"]
for _ in range(200):
    pose = random.uniform([-0.15, -0.15, -0.8], [0.15, 0.15, -0.65])
    V, A = random.uniform(-1, 1, 3), random.uniform(-10, 10, 3)
    measured = gough.idm(robot, data, pose, V, A, load=secret) + random.normal(0, 0.02, 3)
    Y = gough.regressor(robot, data, pose, V, A)  # tau = Y p
    rows.append(Y[:, platform])
    right.append(measured - Y @ values)  # what the known robot does not explain

found, residual, _, _ = numpy.linalg.lstsq(numpy.vstack(rows), numpy.concatenate(right), rcond=None)
print(f"{len(names)} parameters, of which the platform's mass is looked for")
print(f"payload found {found[0]:.4f} kg, put there 0.3500 kg")
print(f"residual {numpy.sqrt(residual[0] / (3 * len(rows))):.4f} N m, noise 0.0200 N m\n")

# The same by hand, at rest: the efforts grow by the payload's weight through the Jacobian.
pose = robot.home
more = gough.idm(robot, data, pose, load=secret) - gough.idm(robot, data, pose)
print(f"{'':16}{'leg1':>9} {'leg2':>9} {'leg3':>9}")
print("by the library  " + " ".join(f"{x:9.5f}" for x in more))
print("by J^-T m g     " + " ".join(f"{x:9.5f}" for x in numpy.linalg.solve(data.Jinv.T, [0, 0, 0.35 * 9.81])))
assert abs(found[0] - 0.35) < 0.005
