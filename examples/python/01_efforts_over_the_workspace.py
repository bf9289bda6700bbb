"""How hard the motors of a Delta work over a slice of its workspace, with a payload, from one numpy call."""

import numpy

import gough

# A robot and what it carries: 1 kg, 4 cm below the tool point.
robot = gough.load("delta")
load = gough.Load(robot, mass=1.0, com=[0, 0, -0.04])
print(robot, "free components", robot.free, "actuators", robot.actuators)

# A grid of poses at one height. Below six freedoms a pose is its free components.
side = numpy.linspace(-0.45, 0.45, 61)
x, y = (a.ravel() for a in numpy.meshgrid(side, side))
poses = numpy.column_stack([x, y, numpy.full_like(x, -0.72)])
rest = numpy.zeros((len(poses), robot.n))

# Holding still, and lifting with one g.
lift = rest + [0, 0, 9.81]
batch = gough.Batch(robot, "idm", load=load)
holding, lifting = batch(poses, rest, rest), batch(poses, rest, lift)

# Poses out of reach come out as NaN.
reached = ~numpy.isnan(holding).any(axis=1)
print(f"{reached.sum()} of {len(poses)} poses are within reach\n")

print(f"{'radius (m)':>12} {'holding (N m)':>14} {'lifting (N m)':>14}   largest effort of a motor")
radius = numpy.hypot(x, y)
for inner in numpy.arange(0, 0.6, 0.1):
    ring = reached & (radius >= inner) & (radius < inner + 0.1)
    if ring.any():
        print(f"{inner:6.1f}..{inner + 0.1:3.1f} {abs(holding[ring]).max():15.3f} {abs(lifting[ring]).max():14.3f}")

# The linear model: efforts of a lift grow in proportion to the acceleration.
half = batch(poses, rest, 0.5 * lift)
print(f"\nlinear in the acceleration to {numpy.nanmax(abs(half - 0.5 * (holding + lifting))):.1e} N m")
