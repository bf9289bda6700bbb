import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { make } from "./dom";
import { number } from "./format";
import type { Recording, Series } from "./types";

const colours = ["#3d9bd1", "#e08a4f", "#5fb36b", "#c769a0", "#d3b13c", "#8f80e8", "#94a0aa", "#3fb8b8"];
const titles: Record<string, string> = {
  efforts: "Efforts", errors: "Errors", energy: "Energy", actuators: "Actuators", rates: "Rates", accelerations: "Accelerations", platform: "Platform",
  "measured efforts": "Measured efforts", "measured actuators": "Measured actuators", estimates: "Estimates", others: "Others",
};
export const groupOrder = Object.keys(titles);

// The groups of a recording that have something to plot, each with its units: what has another unit needs an axis of its own.
export function groups(recording: Recording): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const group of groupOrder) {
    const known = recording.series.filter((s) => s.group === group && s.values.some((v) => v !== null));
    const moving = known.filter((s) => s.values.some((v) => v !== null && v !== 0));
    const units = (series: Series[]) => [...new Set(series.map((s) => s.unit))];
    if (known.length > 0) out.set(group, moving.length > 0 ? units(moving) : units(known).slice(0, 1));
  }
  return out;
}

const style = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// The series of one group and unit over time, with a line at the instant that the scene shows. A click goes there.
export class Plot {
  readonly node = make("figure", { class: "plot" });
  private chart: uPlot | undefined;
  private time = 0;

  constructor(private readonly recording: Recording, readonly group: string, readonly unit: string, private readonly seek: (t: number) => void) {
    this.node.append(make("figcaption", {}, this.caption()));
  }

  private get series(): Series[] {
    return this.recording.series.filter((s) => s.group === this.group && s.unit === this.unit);
  }

  private caption(): string {
    return `${titles[this.group] ?? this.group}${this.unit ? ` (${this.unit})` : ""}`;
  }

  draw(): void {
    this.chart?.destroy();
    const width = this.node.clientWidth, height = this.node.clientHeight - 60;
    if (width < 50 || height < 50) return;
    const axis = { stroke: style("--dim"), grid: { stroke: style("--line"), width: 1 }, ticks: { stroke: style("--line"), width: 1 }, font: "11px system-ui, sans-serif" };
    const options: uPlot.Options = {
      width, height, padding: [8, 10, 0, 0],
      scales: { x: { time: false } },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      legend: { live: false },
      axes: [{ ...axis, size: 26, values: (_, ticks) => ticks.map((t) => `${t}`) }, { ...axis, size: 66, values: (_, ticks) => ticks.map((t) => number(t, 3)) }],
      series: [{}, ...this.series.map((s, k) => ({ label: s.name, stroke: colours[k % colours.length]!, width: 1.5 }))],
      hooks: { draw: [(u) => this.drawLine(u)] },
    };
    this.chart = new uPlot(options, [this.recording.t, ...this.series.map((s) => s.values)] as uPlot.AlignedData, this.node);
    this.chart.over.addEventListener("pointerdown", (e) => this.drag(e));
    this.chart.over.addEventListener("pointermove", (e) => e.buttons === 1 && this.drag(e));
  }

  at(time: number): void {
    this.time = time;
    this.chart?.redraw(false, false);
  }

  private drag(event: PointerEvent): void {
    const frame = this.chart!.over.getBoundingClientRect();
    this.seek(this.chart!.posToVal(event.clientX - frame.left, "x"));
  }

  private drawLine(u: uPlot): void {
    const x = Math.round(u.valToPos(this.time, "x", true));
    u.ctx.save();
    u.ctx.strokeStyle = style("--accent");
    u.ctx.lineWidth = 1.5 * devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }
}
