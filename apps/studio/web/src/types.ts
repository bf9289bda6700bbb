// What the server sends: docs/studio.md.

export type Vector = [number, number, number];

export type Shape =
  | { type: "rod"; from: Vector; to: Vector; radius: number; inner: number; round: boolean }
  | { type: "box"; center: Vector; axes: [Vector, Vector, Vector]; size: Vector }
  | { type: "arc"; points: Vector[]; radius: number }
  | { type: "plate"; points: Vector[]; normal: Vector; thickness: number };

export type Role = "base" | "leg" | "driven" | "platform" | "nacelle";

export interface Body {
  name: string;
  role: Role;
  leg: string;
  mass: number;
  shapes: Shape[];
}

export interface JointMark {
  name: string;
  leg: string;
  kind: "R" | "P" | "H" | "U" | "S" | "rigid";
  body: number;
  at: Vector;
  axis: Vector;
  actuated: boolean;
}

export interface Element {
  name: string;
  leg: string;
  type: "bar" | "spindle" | "telescopic" | "screw";
  actuated: boolean;
  lower: number;
  upper: number;
  a: Vector;
  b: Vector;
  x: Vector;
  mark: Vector;
  reference: Vector;
}

// A spring, or a damper or balancer without a coil, between points of two bodies.
export interface Spring {
  name: string;
  coil: boolean;
  ends: [{ body: number; at: Vector }, { body: number; at: Vector }];
}

export interface FreeCoordinate {
  name: string;
  angular: boolean;
  min: number;
  max: number;
  home: number;
}

export interface Actuator {
  name: string;
  leg: string;
  revolute: boolean;
  position_min: number | null;
  position_max: number | null;
  speed_max: number | null;
  effort_max: number | null;
  body: number;
}

export interface Scene {
  name: string;
  description: string;
  reference: string;
  notation: string;
  file: string;
  mobility: number;
  loops: number;
  size: number;
  gravity: Vector;
  tool: Vector;
  platform: number;
  legs: string[];
  bodies: Body[];
  joints: JointMark[];
  elements: Element[];
  springs: Spring[];
  free: FreeCoordinate[];
  actuators: Actuator[];
  home: number[];
}

export interface Reaction {
  leg: string;
  joint: string;
  at: Vector;
  force: Vector;
  moment: Vector;
  unique: boolean;
}

export interface Ellipsoid {
  linear: [Vector, Vector, Vector];
  angular: [Vector, Vector, Vector];
  by_limits: boolean;
}

export type Formulation = "P" | "E" | "V" | "N";

export interface State {
  serial: number;
  status: string;
  measure: number;
  limit_measure?: number;
  refused: string;
  notes: string[];
  free: number[];
  pose: number[];
  velocity: number[];
  acceleration: number[];
  bodies: number[];
  actuated: number[];
  rates: number[];
  efforts: Partial<Record<Formulation, number[]>>;
  difference: number;
  reactions: Reaction[];
  ellipsoid: Ellipsoid;
  energy?: { kinetic: number; potential: number; power: number; dissipation: number };
  payload: number;
  swaying: boolean;
  modes: number[];
  seconds: number;
}

export interface Series {
  name: string;
  unit: string;
  group: string;
  values: (number | null)[];
}

export interface Recording {
  name: string;
  rows: number;
  time_unit: string;
  t: number[];
  series: Series[];
  frames: number[][];
  notes: string[];
}

export interface Report {
  scene: Scene;
  recording: Recording;
  summary: { title: string; rows: [string, string][] }[];
  robot_file: string;
}
