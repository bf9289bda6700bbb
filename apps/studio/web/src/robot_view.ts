import * as THREE from "three";
import { shapeGeometry, springGeometry, vector } from "./geometry";
import type { Palette } from "./theme";
import type { JointMark, Role, Scene } from "./types";

// The bodies and joints of a robot; `place` moves them to a state.
export class RobotView {
  readonly root = new THREE.Group();
  readonly bodies: THREE.Group[] = [];
  readonly joints = new THREE.Group();
  private readonly materials = new Map<Role | "joint" | "motor", THREE.MeshStandardMaterial>();
  private readonly marks: THREE.Object3D[] = [];
  private readonly springs: THREE.Mesh[] = [];

  constructor(readonly scene: Scene) {
    for (const role of ["base", "leg", "driven", "platform", "nacelle", "joint", "motor"] as const)
      this.materials.set(role, new THREE.MeshStandardMaterial({ fog: false, roughness: 0.5, metalness: 0.1 }));
    for (const body of scene.bodies) {
      const group = new THREE.Group();
      group.name = body.name;
      for (const shape of body.shapes) {
        const mesh = new THREE.Mesh(shapeGeometry(shape), this.materials.get(body.role));
        mesh.castShadow = mesh.receiveShadow = true;
        group.add(mesh);
      }
      this.bodies.push(group);
      this.root.add(group);
    }
    for (const spring of scene.springs) {
      const mesh = new THREE.Mesh(springGeometry(spring.coil, 0.012 * scene.size), this.materials.get("joint"));
      mesh.name = spring.name;
      mesh.castShadow = true;
      this.springs.push(mesh);
      this.root.add(mesh);
    }
    this.place(scene.home);
    this.drawJoints();
  }

  paint(palette: Palette): void {
    for (const [role, material] of this.materials) material.color.setHex(palette[role]);
  }

  // Seven numbers for each body but the base.
  place(placements: number[]): void {
    for (let b = 1; b < this.bodies.length; ++b) {
      const k = 7 * (b - 1), group = this.bodies[b]!;
      group.position.set(placements[k]!, placements[k + 1]!, placements[k + 2]!);
      group.quaternion.set(placements[k + 4]!, placements[k + 5]!, placements[k + 6]!, placements[k + 3]!);
    }
    this.root.updateMatrixWorld(true);
    this.stretchSprings();
  }

  // Every spring from one of its points to the other, in the world.
  private stretchSprings(): void {
    this.springs.forEach((mesh, k) => {
      const [from, to] = this.scene.springs[k]!.ends.map((end) => this.root.worldToLocal(this.bodies[end.body]!.localToWorld(vector(end.at)))) as [THREE.Vector3, THREE.Vector3];
      const along = to.clone().sub(from), length = along.length();
      mesh.visible = length > 1e-6 * this.scene.size;
      if (!mesh.visible) return;
      mesh.position.copy(from);
      mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.divideScalar(length));
      mesh.scale.set(1, length, 1);
      mesh.updateMatrixWorld(true);
    });
  }

  // What a pointer may take hold of.
  get handles(): THREE.Object3D[] {
    return this.bodies.filter((_, b) => ["platform", "nacelle"].includes(this.scene.bodies[b]!.role));
  }

  get platform(): THREE.Group {
    return this.bodies[this.scene.platform]!;
  }

  box(): THREE.Box3 {
    return new THREE.Box3().setFromObject(this.root);
  }

  showJoints(visible: boolean): void {
    for (const mark of this.marks) mark.visible = visible;
  }

  dispose(): void {
    this.root.traverse((o) => o instanceof THREE.Mesh && o.geometry.dispose());
    for (const material of this.materials.values()) material.dispose();
  }

  // Axes of revolutes as pins, balls as balls; several pins at one place are the cross of a universal joint, and smaller.
  private drawJoints(): void {
    const place = (mark: JointMark) => this.bodies[mark.body]!.localToWorld(vector(mark.at));
    const r = 0.011 * this.scene.size;
    for (const mark of this.scene.joints) {
      if (mark.kind === "P" || mark.kind === "H" || mark.kind === "rigid") continue;
      const here = place(mark);
      const crowd = this.scene.joints.filter((m) => m.kind === "R" && m.leg === mark.leg && place(m).distanceTo(here) < 1e-6 * this.scene.size).length;
      const ball = mark.kind === "S" || mark.kind === "U";
      const scale = mark.actuated ? 1.35 : crowd > 1 ? 0.85 : 1.1;
      const geometry = ball
        ? new THREE.SphereGeometry(1.5 * r, 32, 20)
        : new THREE.CylinderGeometry(1.25 * r * scale, 1.25 * r * scale, (mark.actuated ? 4.2 : 3.4) * r * scale, 36);
      const mesh = new THREE.Mesh(geometry, this.materials.get(mark.actuated ? "motor" : "joint"));
      mesh.castShadow = true;
      if (!ball) mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), vector(mark.axis).normalize());
      mesh.position.copy(vector(mark.at));
      this.bodies[mark.body]!.add(mesh);
      this.marks.push(mesh);
    }
  }
}
