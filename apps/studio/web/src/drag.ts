import * as THREE from "three";
import type { RobotView } from "./robot_view";
import type { Stage } from "./stage";
import type { Vector } from "./types";

const list = (v: THREE.Vector3): Vector => [v.x, v.y, v.z];

// Takes hold of the platform and pulls the point under the pointer in the plane of the screen; with Shift it turns instead.
export class Drag {
  private grab: THREE.Vector3 | undefined;
  private readonly plane = new THREE.Plane();

  constructor(
    private readonly stage: Stage,
    private readonly view: () => RobotView | undefined,
    private readonly send: (request: object) => void,
  ) {
    const canvas = stage.canvas;
    canvas.addEventListener("pointerdown", (e) => this.down(e), { capture: true });
    canvas.addEventListener("pointermove", (e) => this.move(e));
    for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, () => this.up());
  }

  private hit(event: PointerEvent): THREE.Vector3 | undefined {
    const view = this.view();
    return view && this.stage.ray(event).intersectObjects(view.handles, true).find((h) => h.object instanceof THREE.Mesh)?.point;
  }

  private down(event: PointerEvent): void {
    const point = event.button === 0 ? this.hit(event) : undefined;
    if (!point) return;
    event.stopImmediatePropagation();
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.stage.canvas.style.cursor = "grabbing";
    this.grab = this.view()!.platform.worldToLocal(point.clone());
    this.plane.setFromNormalAndCoplanarPoint(this.stage.camera.getWorldDirection(new THREE.Vector3()), point);
  }

  private move(event: PointerEvent): void {
    if (!this.grab) {
      if (event.buttons === 0) this.stage.canvas.style.cursor = this.hit(event) ? "grab" : "";
      return;
    }
    const target = this.stage.ray(event).ray.intersectPlane(this.plane, new THREE.Vector3());
    if (target) this.send({ do: "drag", grab: list(this.grab), target: list(target), turning: event.shiftKey });
  }

  private up(): void {
    if (!this.grab) return;
    this.grab = undefined;
    this.stage.controls.enabled = true;
    this.stage.canvas.style.cursor = "";
  }
}
