"""Kinematics and dynamics of parallel robots.

    import gough
    robot = gough.load("delta")
    data = robot.data()
    tau = gough.idm(robot, data, [0.1, 0.0, -0.75], twist=[1, 0, 0], acceleration=[0, 0, 5])

SI units, radians; poses are x, y, z, qw, qx, qy, qz, or the free components; see docs/python.md.
"""

from ._gough import (
    Batch,
    Data,
    InputError,
    Load,
    M,
    Program,
    Robot,
    StatusError,
    __version__,
    base_parameters,
    c,
    catalog,
    complement_model,
    ddm,
    fk,
    idm,
    identify,
    ik,
    linear_implicit_model,
    load,
    measured_pose,
    mjcf,
    observability,
    parameters,
    platform_model,
    read_table,
    regressor,
    sdf,
    sensor_readings,
    sensors,
    simulate,
    urdf,
    urdf_loops,
    verify,
    virtual_work_model,
)


def idm_batch(robot, poses, twists, accelerations, formulation="P", load=None, out=None, threads=0):
    """Efforts (N, actuators) of many states in one call: poses (N, 7) or (N, n), twists (N, n), accelerations (N, n).

    Records the robot's program first; make a `Batch` once to call it again and again.
    """
    return Batch(robot, "idm", formulation, load)(poses, twists, accelerations, out, threads)


def ddm_batch(robot, poses, twists, efforts, formulation="P", load=None, out=None, threads=0):
    """Accelerations (N, n) of many states in one call: poses (N, 7) or (N, n), twists (N, n), efforts (N, actuators).

    Records the robot's program first; make a `Batch` once to call it again and again.
    """
    return Batch(robot, "ddm", formulation, load)(poses, twists, efforts, out, threads)


__all__ = [
    "Batch",
    "Data",
    "InputError",
    "Load",
    "M",
    "Program",
    "Robot",
    "StatusError",
    "base_parameters",
    "c",
    "catalog",
    "complement_model",
    "ddm",
    "ddm_batch",
    "fk",
    "idm",
    "idm_batch",
    "identify",
    "ik",
    "linear_implicit_model",
    "load",
    "measured_pose",
    "mjcf",
    "observability",
    "parameters",
    "platform_model",
    "read_table",
    "regressor",
    "sdf",
    "sensor_readings",
    "sensors",
    "simulate",
    "urdf",
    "urdf_loops",
    "verify",
    "virtual_work_model",
]

for _name in __all__:  # to users there is one module
    globals()[_name].__module__ = "gough"
