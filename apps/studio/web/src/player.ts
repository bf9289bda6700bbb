import * as THREE from "three";
import { make, setText } from "./dom";
import { number } from "./format";
import { Plot, groups } from "./plots";
import type { Recording } from "./types";

// Plays a recording: a time slider, the plots, and the placements of the bodies at any instant.
export class Player {
  readonly node = make("section", { class: "player", "aria-label": "recording" });
  time: number;
  playing = false;
  private readonly slider = make("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "time", input: () => this.seek(Number(this.slider.value)) });
  private readonly clock = make("output", { class: "clock" });
  private readonly button = make("button", { type: "button", title: "play or pause (space)", click: () => this.toggle() }, "Play");
  private readonly speed = make("select", { "aria-label": "speed" }, ...[0.1, 0.25, 0.5, 1, 2].map((s) => make("option", { value: s, selected: s === 1 }, `${s}×`)));
  private readonly tabs = make("div", { class: "tabs", role: "group", "aria-label": "plots" });
  private readonly plotsHost = make("div", { class: "plots" });
  private readonly plots: Plot[];
  private readonly chosen: Set<string>;
  private last = 0;

  constructor(readonly recording: Recording, private readonly show: (placements: number[]) => void, close?: () => void) {
    const { t } = recording, first = t[0]!, end = t[t.length - 1]!;
    this.time = first;
    this.slider.min = String(first);
    this.slider.max = String(end);
    const found = groups(recording), names = [...found.keys()];
    this.plots = names.flatMap((name) => found.get(name)!.map((unit) => new Plot(recording, name, unit, (time) => this.seek(time))));
    const main = names.filter((n) => ["efforts", "errors", "energy", "estimates"].includes(n));
    this.chosen = new Set(main.length > 0 ? main : names.slice(0, 2));
    for (const name of names) this.tabs.append(this.tab(name));
    this.node.append(
      make("div", { class: "transport" }, this.button, this.speed, this.slider, this.clock, this.tabs,
        make("span", { class: "dim file" }, [recording.name, ...recording.notes].join(" · ")),
        ...(close ? [make("button", { type: "button", title: "back to the live robot", click: () => close() }, "Close")] : [])),
      this.plotsHost);
    new ResizeObserver(() => this.draw()).observe(this.plotsHost);
    this.arrange();
    this.seek(first);
  }

  toggle(): void {
    this.playing = !this.playing;
    const end = this.recording.t[this.recording.t.length - 1]!;
    if (this.playing && this.time >= end) this.seek(this.recording.t[0]!);
    setText(this.button, this.playing ? "Pause" : "Play");
    this.button.setAttribute("aria-pressed", String(this.playing));
    this.last = performance.now();
    if (this.playing) requestAnimationFrame((now) => this.tick(now));
  }

  stop(): void {
    if (this.playing) this.toggle();
  }

  seek(time: number): void {
    const { t } = this.recording;
    this.time = Math.min(Math.max(time, t[0]!), t[t.length - 1]!);
    this.slider.value = String(this.time);
    setText(this.clock, `${this.recording.time_unit === "s" ? this.time.toFixed(2) : number(this.time)} ${this.recording.time_unit}`);
    const placements = this.placements();
    if (placements) this.show(placements);
    for (const plot of this.plots) if (this.chosen.has(plot.group)) plot.at(this.time);
  }

  // Colours may have changed.
  draw(): void {
    for (const plot of this.plots) {
      if (!this.chosen.has(plot.group)) continue;
      plot.draw();
      plot.at(this.time);
    }
  }

  private tick(now: number): void {
    if (!this.playing) return;
    const rate = this.recording.time_unit === "s" ? Number(this.speed.value) : 30 * Number(this.speed.value);
    this.seek(this.time + (rate * (now - this.last)) / 1000);
    this.last = now;
    if (this.time >= this.recording.t[this.recording.t.length - 1]!) this.toggle();
    else requestAnimationFrame((next) => this.tick(next));
  }

  private tab(group: string): HTMLElement {
    const button = make("button", {
      type: "button", "aria-pressed": String(this.chosen.has(group)),
      click: () => {
        if (!this.chosen.delete(group)) this.chosen.add(group);
        button.setAttribute("aria-pressed", String(this.chosen.has(group)));
        this.arrange();
      },
    }, group);
    return button;
  }

  private arrange(): void {
    this.plotsHost.replaceChildren(...this.plots.filter((p) => this.chosen.has(p.group)).map((p) => p.node));
    this.plotsHost.hidden = this.chosen.size === 0;
    this.draw();
  }

  // Between the two rows around the instant: positions on a line, rotations on the shortest arc.
  private placements(): number[] | undefined {
    const { t, frames } = this.recording;
    let k = t.findIndex((x) => x > this.time);
    k = k < 0 ? t.length - 1 : Math.max(k, 1);
    const a = frames[Math.max(k - 1, 0)]!, b = frames[k] ?? [];
    if (a.length === 0 || b.length === 0) return a.length ? a : b.length ? b : undefined;
    const share = t.length < 2 ? 0 : (this.time - t[k - 1]!) / (t[k]! - t[k - 1]!);
    const out: number[] = [], q = new THREE.Quaternion(), r = new THREE.Quaternion();
    for (let i = 0; i < a.length; i += 7) {
      for (let c = 0; c < 3; ++c) out.push(a[i + c]! + share * (b[i + c]! - a[i + c]!));
      q.set(a[i + 4]!, a[i + 5]!, a[i + 6]!, a[i + 3]!).slerp(r.set(b[i + 4]!, b[i + 5]!, b[i + 6]!, b[i + 3]!), share);
      out.push(q.w, q.x, q.y, q.z);
    }
    return out;
  }
}
