import * as THREE from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import { make, setText } from "./dom";
import { degrees, number } from "./format";
import { vector } from "./geometry";
import type { RobotView } from "./robot_view";
import type { Palette } from "./theme";
import type { Reaction, Scene, State, Vector } from "./types";

export const overlayNames = ["elements", "reactions", "frame", "ellipsoid"] as const;
export type OverlayName = (typeof overlayNames)[number];

// Their buttons; the keys are listed in docs/studio.md.
export const overlayButtons: Record<OverlayName, { key: string; text: string; hint: string }> = {
  elements: { key: "e", text: "Elements", hint: "lines x, lengths d and turns θ of the kinematic elements" },
  reactions: { key: "r", text: "Reactions", hint: "forces in the joints, on the outer body" },
  frame: { key: "f", text: "Frame", hint: "the platform's axes at its tool point" },
  ellipsoid: { key: "m", text: "Manipulability", hint: "ellipsoid of the velocities that the actuators can give the platform" },
};

const Y = new THREE.Vector3(0, 1, 0);

// A shaft and a head along y, of length 1.
class Arrow extends THREE.Group {
  constructor(material: THREE.Material, private readonly thickness: number) {
    super();
    const shaft = new THREE.Mesh(new THREE.CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0), material);
    const head = new THREE.Mesh(new THREE.ConeGeometry(2.6, 7, 20).translate(0, -3.5, 0), material);
    this.add(shaft, head);
  }
  point(from: THREE.Vector3, along: THREE.Vector3): void {
    const length = along.length(), t = Math.min(this.thickness, length / 8);
    this.visible = length > 1e-9;
    if (!this.visible) return;
    this.position.copy(from);
    this.quaternion.setFromUnitVectors(Y, along.clone().normalize());
    this.children[0]!.scale.set(t, Math.max(length - 6 * t, 1e-9), t);
    this.children[1]!.scale.setScalar(t);
    this.children[1]!.position.y = length;
  }
}

// Lines x, d, θ of the kinematic elements; reaction forces; frames; the ellipsoid of platform velocities.
export class Overlays {
  readonly root = new THREE.Group();
  private readonly groups: Record<OverlayName, THREE.Group>;
  private readonly element = new THREE.MeshBasicMaterial({ fog: false, depthTest: false, transparent: true, opacity: 0.9 });
  private readonly reaction = new THREE.MeshStandardMaterial({ fog: false, roughness: 0.6 });
  private readonly glass = new THREE.MeshStandardMaterial({ fog: false, transparent: true, opacity: 0.32, roughness: 0.3, depthWrite: false, side: THREE.DoubleSide });
  private readonly lines: { arrow: Arrow; label: CSS2DObject }[] = [];
  private readonly forces: Arrow[] = [];
  private readonly scale = new CSS2DObject(make("div", { class: "label" })); // at the tip of the longest force
  private readonly ball = new THREE.Mesh(new THREE.SphereGeometry(1, 48, 32), this.glass);
  private readonly size: number;

  constructor(private readonly view: RobotView) {
    const scene = view.scene;
    this.size = scene.size;
    this.groups = { elements: new THREE.Group(), reactions: new THREE.Group(), frame: new THREE.Group(), ellipsoid: new THREE.Group() };
    this.root.add(this.groups.elements, this.groups.reactions, this.groups.ellipsoid);
    view.platform.add(this.groups.frame);
    for (const _ of scene.elements) this.addElement();
    this.addFrame(scene);
    this.groups.ellipsoid.add(this.ball);
    this.groups.reactions.add(this.scale);
    this.ball.matrixAutoUpdate = false;
    this.groups.elements.renderOrder = 2;
  }

  show(name: OverlayName, visible: boolean): void {
    this.groups[name].visible = visible;
    if (name === "elements") for (const line of this.lines) line.label.visible = visible;
    if (name === "reactions") this.scale.visible = visible && this.forces.some((arrow) => arrow.visible);
  }

  paint(palette: Palette): void {
    this.element.color.setHex(palette.element);
    this.reaction.color.setHex(palette.reaction);
    this.glass.color.setHex(palette.ellipsoid);
  }

  // Elements follow the bodies; reactions and ellipsoid need a live state.
  update(state?: State): void {
    this.drawElements();
    if (!state) {
      for (const arrow of this.forces) arrow.visible = false;
      this.ball.visible = this.scale.visible = false;
      return;
    }
    this.drawReactions(state.reactions);
    this.drawEllipsoid(state.ellipsoid.linear, state.ellipsoid.angular);
  }

  dispose(): void {
    for (const label of [this.scale, ...this.lines.map((line) => line.label)]) label.removeFromParent();
    this.root.traverse((o) => o instanceof THREE.Mesh && o.geometry.dispose());
  }

  private addElement(): void {
    const arrow = new Arrow(this.element, 0.0035 * this.size);
    arrow.traverse((o) => (o.renderOrder = 2));
    const label = new CSS2DObject(make("div", { class: "label" }));
    this.groups.elements.add(arrow, label);
    this.lines.push({ arrow, label });
  }

  private addFrame(scene: Scene): void {
    const colours = [0xe05a50, 0x5fae57, 0x4a86e0];
    const axes = [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1)];
    axes.forEach((axis, k) => {
      const arrow = new Arrow(new THREE.MeshBasicMaterial({ fog: false, color: colours[k]!, depthTest: false, transparent: true }), 0.005 * this.size);
      arrow.traverse((o) => (o.renderOrder = 3));
      arrow.point(vector(scene.tool), axis.multiplyScalar(0.16 * this.size));
      this.groups.frame.add(arrow);
    });
  }

  private drawElements(): void {
    this.view.scene.elements.forEach((e, k) => {
      const lower = this.view.bodies[e.lower]!, upper = this.view.bodies[e.upper]!, { arrow, label } = this.lines[k]!;
      const A = lower.localToWorld(vector(e.a)), B = upper.localToWorld(vector(e.b)), along = B.clone().sub(A);
      arrow.point(A, along);
      label.position.copy(A).addScaledVector(along, 0.55);
      const x = along.clone().normalize();
      const mark = vector(e.mark).applyQuaternion(upper.quaternion), from = vector(e.reference);
      from.addScaledVector(x, -from.dot(x)).normalize();
      const theta = Math.atan2(x.dot(from.clone().cross(mark)), from.dot(mark));
      const varies = { bar: "", telescopic: ` d ${number(along.length())} m`, spindle: ` θ ${degrees(theta).toFixed(1)}°`, screw: ` d ${number(along.length())} m θ ${degrees(theta).toFixed(1)}°` };
      setText(label.element, `${e.name}${varies[e.type]}`);
    });
  }

  // At every point of a leg the largest force there.
  private drawReactions(reactions: Reaction[]): void {
    const shown: Reaction[] = [], size = (r: Reaction) => vector(r.force).length();
    for (const r of reactions) {
      const same = shown.findIndex((s) => s.leg === r.leg && vector(s.at).distanceTo(vector(r.at)) < 1e-6 * this.size);
      if (same < 0) shown.push(r);
      else if (size(r) > size(shown[same]!)) shown[same] = r;
    }
    const longest = Math.max(1e-12, ...shown.map(size)), length = (0.24 * this.size) / longest;
    while (this.forces.length < shown.length) {
      const arrow = new Arrow(this.reaction, 0.0055 * this.size);
      this.forces.push(arrow);
      this.groups.reactions.add(arrow);
    }
    this.forces.forEach((arrow, k) => {
      const r = shown[k];
      arrow.visible = r !== undefined;
      if (r) arrow.point(vector(r.at), vector(r.force).multiplyScalar(length));
    });
    const first = shown.find((r) => size(r) === longest);
    this.scale.visible = first !== undefined && this.groups.reactions.visible;
    if (!first) return;
    this.scale.position.copy(vector(first.at)).addScaledVector(vector(first.force), 1.12 * length);
    setText(this.scale.element, `${number(longest)} N`);
  }

  private drawEllipsoid(linear: Vector[], angular: Vector[]): void {
    const moves = linear.some((v) => vector(v).length() > 1e-9);
    const axes = (moves ? linear : angular).map(vector);
    const longest = Math.max(...axes.map((a) => a.length()));
    this.ball.visible = longest > 1e-12;
    if (!this.ball.visible) return;
    // an axis of no length still needs a little thickness and a direction
    const thin = 0.015 * longest;
    const [a, b] = [axes[0]!, axes[1]!];
    if (b.length() < thin) b.copy(new THREE.Vector3(0.31, 0.52, 0.79).cross(a)).setLength(thin);
    const c = a.clone().cross(b).setLength(Math.max(axes[2]!.length(), thin));
    const k = (0.2 * this.size) / longest;
    this.ball.matrix.makeBasis(a.multiplyScalar(k), b.multiplyScalar(k), c.multiplyScalar(k));
    this.ball.matrix.setPosition(this.view.platform.localToWorld(vector(this.view.scene.tool)));
    this.ball.matrixWorldNeedsUpdate = true;
  }
}
