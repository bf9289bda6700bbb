import * as THREE from "three";
import { make, setText } from "./dom";
import { Drag } from "./drag";
import { plural } from "./format";
import { Library } from "./library";
import { Overlays, overlayButtons, overlayNames, type OverlayName } from "./overlays";
import { Panel } from "./panel";
import { Player } from "./player";
import { RobotView } from "./robot_view";
import { Latest, listen } from "./server";
import { Stage } from "./stage";
import { preferredTheme, type Theme } from "./theme";
import { isTaken, toolbar, type Tool } from "./toolbar";
import type { Recording, Scene, State } from "./types";

// The page that `gough studio` serves: one robot, live.
export class Studio {
  private readonly stageHost = make("main", { class: "stage" });
  private readonly stage = new Stage(this.stageHost);
  private readonly title = make("header", { class: "title" });
  private readonly problem = make("div", { class: "problem", role: "alert", hidden: true });
  private readonly side = make("div", { class: "side" });
  private readonly latest = new Latest((state) => this.show(state), (error) => this.complain(error.message));
  private readonly shown: Record<OverlayName, boolean> = { elements: false, reactions: false, frame: true, ellipsoid: false };
  private theme: Theme = preferredTheme();
  view: RobotView | undefined;
  private overlays: Overlays | undefined;
  private panel: Panel | undefined;
  private state: State | undefined;
  player: Player | undefined;
  private readonly library = new Library((recording) => this.play(recording));
  private readonly toolbar: ReturnType<typeof toolbar>;
  private connected = true;
  private states = 0;

  constructor(private readonly app: HTMLElement) {
    const tools: Tool[] = [
      { key: "h", text: "Home", hint: "back to the home pose", press: () => this.live({ do: "home" }) },
      { key: "s", text: "Sway", hint: "slow waves through the workspace, with the efforts they need", toggle: (on) => this.live({ do: "sway", on }), is: () => this.state?.swaying ?? false },
      ...overlayNames.map((name) => ({
        ...overlayButtons[name], is: () => this.shown[name], toggle: (on: boolean) => this.toggle(name, on),
      })),
      { key: "l", text: "Load…", hint: "a trajectory or a simulation result", press: () => void this.library.open() },
      { key: "v", text: "View", hint: "look at all of it again", press: () => this.view && this.stage.look(this.view.box()) },
      { key: "t", text: "Theme", hint: "dark or light", press: () => this.paint(this.theme === "dark" ? "light" : "dark") },
    ];
    this.toolbar = toolbar(tools);
    this.stageHost.append(this.title, this.toolbar.node, this.problem);
    app.append(this.stageHost, this.side, this.library.node);
    document.addEventListener("keydown", (e) => e.key === " " && !isTaken(e) && this.player?.toggle());
    new Drag(this.stage, () => (this.player ? undefined : this.view), (request) => this.latest.send(request));
    this.paint(this.theme);
    listen({
      robot: (scene) => this.take(scene),
      state: (state) => this.show(state),
      problem: (text) => this.complain(text),
      connected: (yes) => this.connection(yes),
    });
  }

  // For tests and the curious: what is on the screen.
  get look(): object {
    return {
      bodies: this.view?.bodies.length ?? 0,
      meshes: this.view?.bodies.map((b) => b.children.length) ?? [],
      states: this.states, frames: this.stage.frames, busy: this.latest.busy, state: this.state, scene: this.view?.scene,
    };
  }

  // Where a point of the platform is on the screen, in pixels of the page.
  get platformOnScreen(): { x: number; y: number } | undefined {
    if (!this.view) return undefined;
    const middle = new THREE.Box3().setFromObject(this.view.handles[0]!.children[0]!).getCenter(new THREE.Vector3()).project(this.stage.camera);
    const frame = this.stage.canvas.getBoundingClientRect();
    return { x: frame.left + ((middle.x + 1) / 2) * frame.width, y: frame.top + ((1 - middle.y) / 2) * frame.height };
  }

  private take(scene: Scene): void {
    const first = this.view === undefined || this.view.scene.name !== scene.name;
    for (const old of [this.view, this.overlays]) {
      old?.root.removeFromParent();
      old?.dispose();
    }
    this.view = new RobotView(scene);
    this.overlays = new Overlays(this.view);
    this.stage.scene.add(this.view.root, this.overlays.root);
    for (const name of overlayNames) this.overlays.show(name, this.shown[name]);
    this.state = undefined;
    this.stopPlaying();
    this.panel = new Panel(scene, { send: (request) => this.latest.send(request) });
    this.side.replaceChildren(this.panel.node);
    document.title = `${scene.name} – Gough studio`;
    this.title.replaceChildren(
      make("h1", {}, scene.name), make("span", { class: "notation", title: "legs in element notation" }, scene.notation),
      make("p", {}, scene.description), make("p", { class: "dim" }, [plural(scene.mobility, "freedom"), plural(scene.actuators.length, "actuator"), plural(scene.loops, "loop")].join(", ")));
    this.paint(this.theme);
    if (first) this.stage.look(this.view.box());
  }

  private show(state: State): void {
    ++this.states;
    if (!this.view || (this.state && state.serial <= this.state.serial)) return;
    this.state = state;
    if (!this.player) {
      this.view.place(state.bodies);
      this.overlays?.update(state);
    }
    this.panel?.update(state);
    this.toolbar.refresh();
    this.stage.redraw();
  }

  private play(recording: Recording): void {
    this.stopPlaying();
    this.player = new Player(recording, (placements) => {
      this.view?.place(placements);
      this.overlays?.update();
      this.stage.redraw();
    }, () => this.stopPlaying());
    this.app.append(this.player.node);
    this.side.inert = true; // it tells of the live robot, not of the one that is played
  }

  private live(request: object): void {
    if (this.player) this.stopPlaying();
    this.latest.send(request);
  }

  // Back to the live robot.
  private stopPlaying(): void {
    this.player?.stop();
    this.player?.node.remove();
    this.player = undefined;
    this.side.inert = false;
    if (!this.state || !this.view) return;
    this.view.place(this.state.bodies);
    this.overlays?.update(this.state);
    this.stage.redraw();
  }

  private toggle(name: OverlayName, on: boolean): void {
    this.shown[name] = on;
    this.overlays?.show(name, on);
    this.stage.redraw();
  }

  private paint(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset["theme"] = theme;
    this.stage.paint(theme);
    this.view?.paint(this.stage.palette);
    this.overlays?.paint(this.stage.palette);
    this.player?.draw();
  }

  private complain(text: string | null): void {
    this.problem.hidden = text === null;
    setText(this.problem, text ?? "");
  }

  private connection(yes: boolean): void {
    if (yes !== this.connected) this.complain(yes ? null : "the studio has ended or cannot be reached; waiting for it");
    if (yes && !this.connected) this.state = undefined; // a new server counts its states anew
    this.connected = yes;
  }
}
