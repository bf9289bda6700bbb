import { make } from "./dom";
import { number } from "./format";
import { Overlays, overlayButtons, overlayNames, type OverlayName } from "./overlays";
import { Player } from "./player";
import { RobotView } from "./robot_view";
import { Stage } from "./stage";
import { preferredTheme, type Theme } from "./theme";
import { isTaken, toolbar } from "./toolbar";
import type { Report, Scene } from "./types";

// The page that `gough report` writes: the same scene and player, and tables; no server.
export class ReportPage {
  readonly stage: Stage;
  readonly view: RobotView;
  private readonly overlays: Overlays;
  readonly player: Player;
  private theme: Theme = preferredTheme();

  constructor(app: HTMLElement, readonly report: Report) {
    const { scene } = report, host = make("main", { class: "stage" });
    const shown: Partial<Record<OverlayName, boolean>> = { frame: true };
    document.title = `${scene.name}: ${report.recording.name}`;
    this.stage = new Stage(host);
    this.view = new RobotView(scene);
    this.overlays = new Overlays(this.view);
    this.stage.scene.add(this.view.root, this.overlays.root);
    for (const name of overlayNames) this.overlays.show(name, shown[name] ?? false);
    this.overlays.update();
    this.player = new Player(report.recording, (placements) => {
      this.view.place(placements);
      this.overlays.update();
      this.stage.redraw();
    });
    const tools = (["elements", "frame"] as const).map((name) => ({
      ...overlayButtons[name], is: () => shown[name] ?? false,
      toggle: (on: boolean) => {
        shown[name] = on;
        this.overlays.show(name, on);
        this.stage.redraw();
      },
    }));
    const bar = toolbar([
      ...tools,
      { key: "v", text: "View", hint: "look at all of it again", press: () => this.stage.look(this.view.box()) },
      { key: "t", text: "Theme", hint: "dark or light", press: () => this.paint(this.theme === "dark" ? "light" : "dark") },
    ]);
    host.append(
      make("header", { class: "title" }, make("h1", {}, scene.name), make("span", { class: "notation" }, scene.notation), make("p", {}, scene.description), make("p", { class: "dim" }, report.recording.name)),
      bar.node);
    document.addEventListener("keydown", (e) => e.key === " " && !isTaken(e) && this.player.toggle());
    app.append(host, make("div", { class: "side" }, this.tables()), this.player.node);
    this.paint(this.theme);
    this.stage.look(this.view.box());
  }

  private tables(): HTMLElement {
    const { report } = this, { scene } = report;
    const section = (title: string, open: boolean, ...children: Node[]) => make("details", open ? { open: true } : {}, make("summary", {}, title), ...children);
    const summary = report.summary.map((group, k) =>
      section(group.title, k < 3, make("table", {}, make("tbody", {}, ...group.rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)))))));
    return make("aside", { class: "panel" }, ...summary,
      section("Bodies", false, bodyTable(scene)),
      section(`Robot file: ${scene.file}`, false, make("pre", { class: "file-text" }, report.robot_file)));
  }

  private paint(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset["theme"] = theme;
    this.stage.paint(theme);
    this.view.paint(this.stage.palette);
    this.overlays.paint(this.stage.palette);
    this.player.draw();
  }
}

function bodyTable(scene: Scene): HTMLElement {
  const rows = scene.bodies.filter((b) => b.mass > 0).map((b) => make("tr", {}, make("th", { scope: "row" }, [b.leg, b.name].filter(Boolean).join(" ")), make("td", {}, `${number(b.mass)} kg`)));
  return make("table", {}, make("tbody", {}, ...rows));
}
