// Numbers as people read them.

export function number(x: number | null | undefined, digits = 4): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size < 1e-12) return "0";
  if (size >= 1e6 || size < 1e-4) return x.toExponential(Math.max(digits - 2, 1)).replaceAll("-", "−").replace("e+", "e");
  const decimals = Math.min(Math.max(digits - 1 - Math.floor(Math.log10(size)), 0), 5);
  return x.toFixed(decimals).replace("-", "−");
}

export const degrees = (radians: number): number => (radians * 180) / Math.PI;
export const radians = (degree: number): number => (degree * Math.PI) / 180;

export const positionUnit = (revolute: boolean): string => (revolute ? "°" : " m");
export const rateUnit = (revolute: boolean): string => (revolute ? "rad/s" : "m/s");
export const accelerationUnit = (revolute: boolean): string => (revolute ? "rad/s²" : "m/s²");
export const effortUnit = (revolute: boolean): string => (revolute ? "N m" : "N");
export const position = (revolute: boolean, x: number): string => (revolute ? degrees(x).toFixed(1) : x.toFixed(4)).replace("-", "−");

const freeLabels: Record<string, string> = { x: "x", y: "y", z: "z", rx: "turn x", ry: "turn y", rz: "turn z" };
export const freeLabel = (name: string): string => freeLabels[name] ?? name;

const statuses: Record<string, string> = {
  ok: "reachable and regular",
  unreachable: "out of reach",
  type1_singular: "singular: a leg cannot follow (Type 1)",
  type2_singular: "singular: the actuators do not hold it (Type 2)",
  constraint_singular: "singular: the legs constrain less (constraint)",
  not_converged: "no solution found",
  out_of_limits: "beyond a limit",
};
export const statusText = (status: string): string => statuses[status] ?? status;

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
