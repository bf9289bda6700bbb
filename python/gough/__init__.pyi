from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.float64]
Numbers = Union[Sequence[float], Floats]

__version__: str

class InputError(ValueError): ...

class StatusError(ArithmeticError):
    status: str
    measure: float

class Robot:
    @property
    def name(self) -> str: ...
    @property
    def n(self) -> int: ...
    @property
    def free(self) -> List[str]: ...
    @property
    def actuators(self) -> List[str]: ...
    @property
    def bodies(self) -> List[str]: ...
    @property
    def home(self) -> Floats: ...
    @property
    def gravity(self) -> Floats: ...
    @property
    def warnings(self) -> List[str]: ...
    def data(self) -> Data: ...
    def info(self) -> Dict[str, Any]: ...

class Data:
    @property
    def status(self) -> str: ...
    @property
    def measure(self) -> float: ...
    @property
    def pose(self) -> Floats: ...
    @property
    def joints(self) -> Dict[str, float]: ...
    @property
    def nacelle(self) -> Dict[str, float]: ...
    @property
    def Psi(self) -> Floats: ...
    @property
    def Jinv(self) -> Floats: ...
    @property
    def dqa(self) -> Floats: ...
    @property
    def ddqa(self) -> Floats: ...
    def placement(self, body: str) -> Floats: ...
    def joint_frame(self, body: str) -> Floats: ...

class Load:
    def __init__(
        self,
        robot: Robot,
        mass: float = ...,
        com: Numbers = ...,
        inertia: Numbers = ...,
        wrench: Optional[Numbers] = ...,
        on: Optional[str] = ...,
        at: Optional[Numbers] = ...,
    ) -> None: ...

class Program:
    def __init__(
        self,
        robot: Robot,
        model: str = ...,
        formulation: str = ...,
        load: Optional[Load] = ...,
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def inputs(self) -> List[Tuple[str, str]]: ...
    @property
    def outputs(self) -> List[Tuple[str, str]]: ...
    @property
    def machine_code(self) -> bool: ...
    @property
    def why_not(self) -> str: ...
    def count(self) -> Dict[str, int]: ...
    def __call__(self, inputs: Numbers) -> Floats: ...
    def batch(self, inputs: Floats, out: Optional[Floats] = ..., threads: int = ...) -> Floats: ...

class Batch:
    def __init__(
        self,
        robot: Robot,
        model: str = ...,
        formulation: str = ...,
        load: Optional[Load] = ...,
    ) -> None: ...
    @property
    def machine_code(self) -> bool: ...
    @property
    def why_not(self) -> str: ...
    @property
    def STATUS(self) -> Tuple[str, ...]: ...
    def __call__(
        self,
        poses: Floats,
        twists: Floats,
        driven: Floats,
        out: Optional[Floats] = ...,
        threads: int = ...,
        statuses: bool = ...,
    ) -> Union[Floats, Tuple[Floats, NDArray[numpy.int8], Floats]]: ...

def load(file_or_name: str) -> Robot: ...
def catalog() -> List[str]: ...
def ik(robot: Robot, data: Data, pose: Numbers) -> Floats: ...
def fk(robot: Robot, data: Data, joints: Numbers, start: Optional[Numbers] = ...) -> Floats: ...
def sensors(robot: Robot, possible: bool = ...) -> List[Dict[str, Any]]: ...
def sensor_readings(robot: Robot, data: Data, pose: Numbers, sensors: Optional[Sequence[str]] = ...) -> Floats: ...
def measured_pose(
    robot: Robot,
    data: Data,
    readings: Numbers,
    start: Optional[Numbers] = ...,
    sensors: Optional[Sequence[str]] = ...,
    sigma: Optional[Numbers] = ...,
) -> Dict[str, Any]: ...
def observability(
    robot: Robot,
    data: Data,
    pose: Numbers,
    sensors: Optional[Sequence[str]] = ...,
    sigma: Optional[Numbers] = ...,
) -> Dict[str, Any]: ...
def idm(
    robot: Robot,
    data: Data,
    pose: Optional[Numbers] = ...,
    twist: Optional[Numbers] = ...,
    acceleration: Optional[Numbers] = ...,
    formulation: str = ...,
    load: Optional[Load] = ...,
    *,
    joints: Optional[Numbers] = ...,
    rates: Optional[Numbers] = ...,
    accelerations: Optional[Numbers] = ...,
    start: Optional[Numbers] = ...,
) -> Floats: ...
def ddm(
    robot: Robot,
    data: Data,
    pose: Numbers,
    twist: Optional[Numbers],
    effort: Numbers,
    formulation: str = ...,
    load: Optional[Load] = ...,
) -> Floats: ...
def M(robot: Robot, data: Data, pose: Numbers, load: Optional[Load] = ...) -> Floats: ...
def c(
    robot: Robot, data: Data, pose: Numbers, twist: Optional[Numbers] = ..., load: Optional[Load] = ...
) -> Floats: ...
def regressor(
    robot: Robot, data: Data, pose: Numbers, twist: Optional[Numbers] = ..., acceleration: Optional[Numbers] = ...
) -> Floats: ...
def parameters(robot: Robot, load: Optional[Load] = ...) -> List[Tuple[str, str, float]]: ...
def verify(robot: Robot, samples: int = ..., seed: int = ...) -> List[Dict[str, Any]]: ...
def read_table(robot: Robot, file: str) -> Dict[str, Any]: ...
def simulate(robot: Robot, scenario: str, folder: str = ...) -> Dict[str, Any]: ...
def base_parameters(robot: Robot, states: int = ..., seed: int = ..., friction: bool = ...) -> Dict[str, Any]: ...
def identify(robot: Robot, file: str, estimator: str = ..., validate: str = ..., period: float = ...) -> Dict[str, Any]: ...
def linear_implicit_model(
    robot: Robot,
    data: Data,
    pose: Numbers,
    twist: Optional[Numbers] = ...,
    acceleration: Optional[Numbers] = ...,
    load: Optional[Load] = ...,
) -> Dict[str, Any]: ...
def virtual_work_model(
    robot: Robot,
    data: Data,
    pose: Numbers,
    twist: Optional[Numbers] = ...,
    acceleration: Optional[Numbers] = ...,
    load: Optional[Load] = ...,
) -> Dict[str, Any]: ...
def platform_model(
    robot: Robot,
    data: Data,
    pose: Numbers,
    twist: Optional[Numbers] = ...,
    acceleration: Optional[Numbers] = ...,
    load: Optional[Load] = ...,
) -> Dict[str, Any]: ...
def complement_model(
    robot: Robot,
    data: Data,
    pose: Numbers,
    twist: Optional[Numbers] = ...,
    acceleration: Optional[Numbers] = ...,
    load: Optional[Load] = ...,
) -> Dict[str, Any]: ...
def mjcf(robot: Robot) -> str: ...
def sdf(robot: Robot) -> str: ...
def urdf(robot: Robot) -> str: ...
def urdf_loops(robot: Robot) -> str: ...
def idm_batch(
    robot: Robot,
    poses: Floats,
    twists: Floats,
    accelerations: Floats,
    formulation: str = ...,
    load: Optional[Load] = ...,
    out: Optional[Floats] = ...,
    threads: int = ...,
) -> Floats: ...
def ddm_batch(
    robot: Robot,
    poses: Floats,
    twists: Floats,
    efforts: Floats,
    formulation: str = ...,
    load: Optional[Load] = ...,
    out: Optional[Floats] = ...,
    threads: int = ...,
) -> Floats: ...
