import { make, setText } from "./dom";
import { files, load, upload } from "./server";
import type { Recording } from "./types";

// Choosing a trajectory or a result: from the robot's folder, or from anywhere by upload.
export class Library {
  readonly node = make("dialog", { class: "library", "aria-label": "load a motion" });
  private readonly list = make("ul", {});
  private readonly problem = make("p", { class: "bad", role: "alert" });

  constructor(private readonly take: (recording: Recording) => void) {
    const input = make("input", { type: "file", accept: ".csv,text/csv", change: () => input.files?.[0] && void this.run(() => upload(input.files![0]!)) });
    this.node.append(
      make("h2", {}, "Load a motion"),
      make("p", { class: "dim" }, "A CSV file with a pose in each row (and t, in seconds), or a folder that gough simulate has written."),
      this.list, make("label", { class: "upload" }, "from another place: ", input), this.problem,
      make("form", { method: "dialog" }, make("button", {}, "Cancel")));
    this.node.addEventListener("dragover", (e) => e.preventDefault());
  }

  async open(): Promise<void> {
    setText(this.problem, "");
    this.list.replaceChildren(make("li", { class: "dim" }, "looking…"));
    this.node.showModal();
    const found = await files().catch(() => []);
    const items = found.map((f) => make("li", {}, make("button", { type: "button", click: () => void this.run(() => load(f.name)) }, f.name), ` ${(f.bytes / 1024).toFixed(0)} kB`));
    this.list.replaceChildren(...(items.length ? items : [make("li", { class: "dim" }, "nothing beside the robot file")]));
  }

  private async run(get: () => Promise<Recording>): Promise<void> {
    try {
      const recording = await get();
      this.node.close();
      this.take(recording);
    } catch (error) {
      setText(this.problem, (error as Error).message);
    }
  }
}
