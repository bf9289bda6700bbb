import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { CSS2DRenderer } from "three/addons/renderers/CSS2DRenderer.js";
import { palettes, type Palette, type Theme } from "./theme";

// Camera, light and floor. Draws only when something has changed.
export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  palette: Palette = palettes.dark;
  frames = 0;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly labels = new CSS2DRenderer();
  private readonly sun = new THREE.DirectionalLight(0xfff4e6, 2.4);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x55606a, 1.5);
  private readonly floor = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.ShadowMaterial({ opacity: 0.22, depthWrite: false }));
  private grid: THREE.GridHelper | undefined;
  private dirty = true;
  private span = 1;

  constructor(private readonly host: HTMLElement) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "the robot in 3-D; drag its platform, turn the view beside it");
    this.labels.domElement.className = "labels";
    host.append(this.canvas, this.labels.domElement);
    this.camera.up.set(0, 0, 1);
    this.scene.fog = new THREE.Fog(0);
    this.scene.add(this.sky, this.sun, this.sun.target, this.floor);
    const fill = new THREE.DirectionalLight(0xdfe9ff, 0.7);
    fill.position.set(-2, 1.5, 1);
    this.scene.add(fill);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 4;
    this.floor.receiveShadow = true;
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    requestAnimationFrame(() => this.frame());
  }

  redraw(): void {
    this.dirty = true;
  }

  paint(theme: Theme): void {
    this.palette = palettes[theme];
    this.scene.background = new THREE.Color(this.palette.background);
    this.scene.fog!.color.setHex(this.palette.background);
    this.sky.groundColor.setHex(theme === "dark" ? 0x6a7683 : 0xa8aca8);
    this.sky.intensity = theme === "dark" ? 1.6 : 1.9;
    (this.floor.material as THREE.ShadowMaterial).opacity = theme === "dark" ? 0.35 : 0.14;
    this.drawGrid();
    this.redraw();
  }

  // Looks at a box from the front, or from above where it is flat.
  look(box: THREE.Box3): void {
    const size = box.getSize(new THREE.Vector3()), middle = box.getCenter(new THREE.Vector3());
    this.span = Math.max(size.length(), 1e-3);
    const flat = size.z < 0.3 * Math.max(size.x, size.y);
    const from = (flat ? new THREE.Vector3(0.25, -0.8, 1.25) : new THREE.Vector3(0.75, -1.25, 0.55)).normalize();
    const distance = (0.56 * this.span) / Math.sin((this.camera.fov * Math.PI) / 360) / Math.min(1, 0.85 * this.camera.aspect);
    this.camera.position.copy(middle).addScaledVector(from, distance);
    this.camera.near = 0.01 * this.span;
    this.camera.far = 40 * this.span;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.controls.update();
    this.floor.position.set(middle.x, middle.y, box.min.z - 0.012 * this.span);
    this.floor.scale.setScalar(12 * this.span);
    this.sun.position.copy(middle).add(new THREE.Vector3(0.9, -0.8, 2.2).multiplyScalar(this.span));
    this.sun.target.position.copy(middle);
    const c = this.sun.shadow.camera;
    c.left = c.bottom = -0.9 * this.span;
    c.right = c.top = 0.9 * this.span;
    c.near = 0.1 * this.span;
    c.far = 6 * this.span;
    c.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.004 * this.span;
    const fog = this.scene.fog as THREE.Fog;
    fog.near = distance + 0.3 * this.span;
    fog.far = distance + 2.6 * this.span;
    this.drawGrid();
    this.redraw();
  }

  // A grid of round numbers on the floor.
  private drawGrid(): void {
    this.grid?.removeFromParent();
    this.grid?.dispose();
    const step = 10 ** Math.floor(Math.log10(this.span / 4));
    const count = 2 * Math.ceil((3 * this.span) / step);
    this.grid = new THREE.GridHelper(count * step, count, this.palette.grid, this.palette.grid);
    const material = this.grid.material as THREE.LineBasicMaterial;
    material.transparent = true;
    material.opacity = 0.35;
    this.grid.rotateX(Math.PI / 2);
    this.grid.position.set(Math.round(this.floor.position.x / step) * step, Math.round(this.floor.position.y / step) * step, this.floor.position.z);
    this.scene.add(this.grid);
  }

  // From a pointer event into the scene.
  ray(event: PointerEvent): THREE.Raycaster {
    const frame = this.canvas.getBoundingClientRect();
    const point = new THREE.Vector2(((event.clientX - frame.left) / frame.width) * 2 - 1, 1 - ((event.clientY - frame.top) / frame.height) * 2);
    const out = new THREE.Raycaster();
    out.setFromCamera(point, this.camera);
    return out;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(width, height);
    this.labels.setSize(width, height);
    this.redraw();
  }

  private frame(): void {
    requestAnimationFrame(() => this.frame());
    if (!this.dirty) return;
    this.dirty = false;
    ++this.frames;
    this.renderer.render(this.scene, this.camera);
    this.labels.render(this.scene, this.camera);
  }
}
