import * as THREE from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Shape, Vector } from "./types";

export const vector = (v: Vector): THREE.Vector3 => new THREE.Vector3(v[0], v[1], v[2]);

const Y = new THREE.Vector3(0, 1, 0);

// A geometry along y, put from one point to another.
function between(geometry: THREE.BufferGeometry, from: THREE.Vector3, to: THREE.Vector3): THREE.BufferGeometry {
  const along = to.clone().sub(from);
  geometry.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(Y, along.normalize()));
  const middle = from.clone().add(to).multiplyScalar(0.5);
  return geometry.translate(middle.x, middle.y, middle.z);
}

// A cylinder, or a tube with its bore.
function tube(radius: number, inner: number, length: number): THREE.BufferGeometry {
  const outside = new THREE.CylinderGeometry(radius, radius, length, 48, 1, true);
  const caps = [1, -1].map((side) =>
    new THREE.RingGeometry(inner, radius, 48).rotateX((-side * Math.PI) / 2).translate(0, (side * length) / 2, 0),
  );
  const parts: THREE.BufferGeometry[] = [outside, ...caps];
  if (inner > 0) parts.push(new THREE.CylinderGeometry(inner, inner, length, 48, 1, true).scale(-1, 1, 1));
  return mergeGeometries(parts);
}

function rod(shape: Extract<Shape, { type: "rod" }>): THREE.BufferGeometry {
  const from = vector(shape.from), to = vector(shape.to), length = from.distanceTo(to);
  const geometry = shape.round ? new THREE.CapsuleGeometry(shape.radius, length, 8, 32) : tube(shape.radius, shape.inner, length);
  return between(geometry, from, to);
}

// A spring of length 1 along y from the origin: a coil between two straight ends, or a plain cylinder.
export function springGeometry(coil: boolean, radius: number): THREE.BufferGeometry {
  if (!coil) return new THREE.CylinderGeometry(0.5 * radius, 0.5 * radius, 1, 24).translate(0, 0.5, 0);
  const turns = 14, steps = 24 * turns, straight = 0.12;
  const points = Array.from({ length: steps + 1 }, (_, k) => {
    const share = k / steps, angle = 2 * Math.PI * turns * share;
    return new THREE.Vector3(radius * Math.cos(angle), straight + (1 - 2 * straight) * share, radius * Math.sin(angle));
  });
  const path = [new THREE.Vector3(0, 0, 0), new THREE.Vector3(0, straight, 0), ...points, new THREE.Vector3(0, 1 - straight, 0), new THREE.Vector3(0, 1, 0)];
  return new THREE.TubeGeometry(new THREE.CatmullRomCurve3(path), 2 * steps, 0.22 * radius, 8);
}

function box(shape: Extract<Shape, { type: "box" }>): THREE.BufferGeometry {
  const [x, y, z] = shape.axes.map(vector) as [THREE.Vector3, THREE.Vector3, THREE.Vector3];
  const corner = 0.2 * Math.min(...shape.size);
  const geometry = new RoundedBoxGeometry(shape.size[0], shape.size[1], shape.size[2], 3, corner);
  geometry.applyMatrix4(new THREE.Matrix4().makeBasis(x, y, z));
  return geometry.translate(...shape.center);
}

// Corners of the convex hull of points in a plane, counter-clockwise (monotone chain).
function hull(points: THREE.Vector2[]): THREE.Vector2[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (o: THREE.Vector2, a: THREE.Vector2, b: THREE.Vector2) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const chain = (list: THREE.Vector2[]) => {
    const out: THREE.Vector2[] = [];
    for (const p of list) {
      while (out.length >= 2 && turn(out[out.length - 2]!, out[out.length - 1]!, p) <= 1e-12) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

// The hull grown by a margin, its corners round.
function outline(corners: THREE.Vector2[], margin: number): THREE.Shape {
  const shape = new THREE.Shape();
  corners.forEach((corner, k) => {
    const before = corners[(k + corners.length - 1) % corners.length]!, after = corners[(k + 1) % corners.length]!;
    const start = corner.clone().sub(before).angle() - Math.PI / 2, end = after.clone().sub(corner).angle() - Math.PI / 2;
    shape.absarc(corner.x, corner.y, margin, start, end, false);
  });
  shape.closePath();
  return shape;
}

function plate(shape: Extract<Shape, { type: "plate" }>): THREE.BufferGeometry {
  const points = shape.points.map(vector), normal = vector(shape.normal).normalize();
  const frame = new THREE.Matrix4().lookAt(normal, new THREE.Vector3(), Math.abs(normal.y) < 0.9 ? Y : new THREE.Vector3(1, 0, 0));
  const middle = points.reduce((sum, p) => sum.add(p), new THREE.Vector3()).multiplyScalar(1 / points.length);
  frame.setPosition(middle);
  const inverse = frame.clone().invert();
  const corners = hull(points.map((p) => p.clone().applyMatrix4(inverse)).map((p) => new THREE.Vector2(p.x, p.y)));
  const t = shape.thickness, bevel = 0.25 * t;
  const geometry = new THREE.ExtrudeGeometry(outline(corners, 1.6 * t), {
    depth: t - 2 * bevel, bevelSize: bevel, bevelThickness: bevel, bevelSegments: 3, curveSegments: 16,
  });
  return geometry.translate(0, 0, -t / 2 + bevel).applyMatrix4(frame);
}

export function shapeGeometry(shape: Shape): THREE.BufferGeometry {
  switch (shape.type) {
    case "rod": return rod(shape);
    case "box": return box(shape);
    case "arc": return new THREE.TubeGeometry(new THREE.CatmullRomCurve3(shape.points.map(vector)), 40, shape.radius, 20);
    case "plate": return plate(shape);
  }
}
