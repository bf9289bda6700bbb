import { make, setText } from "./dom";
import { accelerationUnit, degrees, effortUnit, freeLabel, number, position, positionUnit, rateUnit, statusText } from "./format";
import type { Actuator, Formulation, Scene, State, Vector } from "./types";

export interface PanelActions {
  send(request: object): void;
}

const section = (title: string, open: boolean, ...children: Node[]): HTMLDetailsElement =>
  make("details", open ? { open: true } : {}, make("summary", {}, title), ...children);

const length = (v: Vector): number => Math.hypot(...v);

// A value on a track between two limits, or from zero to the left and right.
class Bar {
  readonly node: HTMLElement;
  constructor(kind = "") {
    this.node = make("div", { class: `bar ${kind}` }, make("i", {}));
  }
  set(from: number, to: number, value: number, zero: number | null): void {
    const at = (x: number) => Math.min(Math.max((100 * (x - from)) / (to - from), 0), 100);
    const fill = this.node.firstElementChild as HTMLElement;
    const left = zero === null ? Math.max(at(value) - 1.5, 0) : Math.min(at(zero), at(value));
    const width = zero === null ? 3 : Math.abs(at(value) - at(zero));
    fill.style.left = `${left}%`;
    fill.style.width = `${Math.max(width, 0.6)}%`;
    this.node.classList.toggle("over", value < from || value > to);
  }
}

interface FreeRow {
  slider: HTMLInputElement;
  value: HTMLOutputElement;
}
interface ActuatorRow {
  position: HTMLElement;
  rate: HTMLElement;
  effort: HTMLElement;
  positionBar: Bar;
  effortBar: Bar;
}

// Everything that is said in numbers about the live state.
export class Panel {
  readonly node = make("aside", { class: "panel", "aria-label": "state of the robot" });
  private readonly status = make("p", { class: "status", role: "status" });
  private readonly measure = make("b", {});
  private readonly measureBar = new Bar();
  private readonly free: FreeRow[] = [];
  private readonly actuators: ActuatorRow[] = [];
  private readonly comparison = make("tbody", {});
  private readonly difference = make("p", { class: "note" });
  private readonly ellipsoid = make("p", { class: "note" });
  private readonly energy = make("p", { class: "note" });
  private readonly notes = make("p", { class: "note" });
  private readonly modes: { node: HTMLElement; text: HTMLElement }[] = [];
  private readonly modesSection: HTMLElement;
  private readonly velocities: HTMLInputElement[] = [];
  private readonly accelerations: HTMLInputElement[] = [];
  private readonly payload = make("input", { type: "number", min: 0, step: "any", value: 0, id: "payload", change: () => this.act.send({ do: "payload", mass: Number(this.payload.value) }) });
  private readonly largest: number[];

  constructor(private readonly scene: Scene, private readonly act: PanelActions) {
    this.largest = scene.actuators.map(() => 0);
    const modeList = make("div", { class: "modes" });
    scene.legs.forEach((leg, k) => modeList.append(this.modeRow(leg, k)));
    this.modesSection = section("Working modes", false, modeList);
    this.node.append(
      make("div", { class: "card" }, this.status, make("div", { class: "measure" }, make("span", {}, "distance to singular"), this.measureBar.node, this.measure), this.notes),
      section("Platform", true, this.freeRows()),
      section("Actuators", true, this.actuatorRows()),
      section("Four formulations", true, this.comparisonTable(), this.difference),
      section("Motion and load", false, this.motionTable()),
      this.modesSection,
      section("Energy and velocities", false, this.energy, this.ellipsoid),
    );
  }

  update(state: State): void {
    const bad = state.refused !== "" || state.status !== "ok";
    setText(this.status, state.refused ? `${statusText(state.refused)}: it stays here` : statusText(state.status));
    this.status.dataset["state"] = state.refused || (bad && state.status !== "out_of_limits") ? "bad" : bad ? "warn" : "ok";
    const near = state.status === "ok" || state.status.endsWith("singular") ? state.measure : Number.NaN;
    setText(this.measure, number(near, 3));
    this.measureBar.set(0, 1, Number.isFinite(near) ? near : 0, 0);
    setText(this.notes, state.notes.join(" "));
    this.updateFree(state);
    this.updateActuators(state);
    this.updateComparison(state);
    this.updateRest(state);
  }

  // ---- free coordinates

  private freeRows(): HTMLElement {
    const rows = make("div", { class: "free" });
    this.scene.free.forEach((c, k) => {
      const id = `free-${c.name}`, margin = 0.25 * (c.max - c.min);
      const value = make("output", { for: id });
      const slider = make("input", {
        type: "range", id, min: c.min - margin, max: c.max + margin, step: (c.max - c.min) / 1000,
        input: () => this.act.send({ do: "free", values: this.free.map((row, i) => (i === k ? Number(slider.value) : Number(row.slider.value))) }),
      });
      this.free.push({ slider, value });
      rows.append(make("label", { for: id }, freeLabel(c.name)), slider, value);
    });
    return rows;
  }

  private updateFree(state: State): void {
    this.free.forEach((row, k) => {
      const c = this.scene.free[k]!, x = state.free[k]!;
      if (document.activeElement !== row.slider || state.swaying || state.refused === "") row.slider.value = String(x);
      setText(row.value, c.angular ? `${degrees(x).toFixed(1).replace("-", "−")}°` : `${x.toFixed(4).replace("-", "−")} m`);
    });
  }

  // ---- actuators

  private actuatorRows(): HTMLElement {
    const rows = make("div", { class: "actuators" });
    for (const a of this.scene.actuators) {
      const row: ActuatorRow = {
        position: make("span", { class: "value" }), rate: make("span", { class: "value rate" }), effort: make("span", { class: "value strong" }),
        positionBar: new Bar("where"), effortBar: new Bar(),
      };
      this.actuators.push(row);
      rows.append(
        make("div", { class: "actuator", "data-actuator": a.name },
          make("span", { class: "name", title: a.name }, a.name), row.effortBar.node, row.effort,
          row.rate, row.positionBar.node, row.position));
    }
    return rows;
  }

  private updateActuators(state: State): void {
    const efforts = state.efforts.P ?? Object.values(state.efforts)[0];
    this.scene.actuators.forEach((a: Actuator, k) => {
      const row = this.actuators[k]!, q = state.actuated[k]!, effort = efforts?.[k];
      setText(row.position, `${position(a.revolute, q)}${positionUnit(a.revolute)}`);
      setText(row.rate, state.rates[k] === 0 ? "at rest" : `${number(state.rates[k], 3)} ${rateUnit(a.revolute)}`);
      const low = a.position_min ?? q - 1, high = a.position_max ?? q + 1;
      row.positionBar.set(low, high, q, null);
      row.effort.dataset["value"] = String(effort ?? "");
      const share = a.effort_max === null || effort === undefined ? "" : ` · ${((100 * Math.abs(effort)) / a.effort_max).toFixed(0)} %`;
      setText(row.effort, `${number(effort)} ${effortUnit(a.revolute)}${share}`);
      this.largest[k] = Math.max(this.largest[k]!, Math.abs(effort ?? 0), 1e-9);
      const limit = a.effort_max ?? 1.2 * this.largest[k]!;
      row.effortBar.set(-limit, limit, effort ?? 0, 0);
    });
  }

  // ---- formulations

  private comparisonTable(): HTMLElement {
    const head = ["", "E", "V", "P", "N"].map((t) => make("th", t ? { title: formulationNames[t as Formulation], scope: "col" } : {}, t));
    for (const a of this.scene.actuators)
      this.comparison.append(make("tr", {}, make("th", { scope: "row", title: a.name }, a.name), ...[0, 1, 2, 3].map(() => make("td", {}))));
    return make("table", { class: "comparison" }, make("thead", {}, make("tr", {}, ...head)), this.comparison);
  }

  private updateComparison(state: State): void {
    [...this.comparison.rows].forEach((row, k) =>
      (["E", "V", "P", "N"] as const).forEach((f, column) => setText(row.cells[column + 1]!, number(state.efforts[f]?.[k]))));
    const units = new Set(this.scene.actuators.map((a) => effortUnit(a.revolute)));
    const count = Object.keys(state.efforts).length;
    setText(this.difference, count < 2 ? "no efforts here" : `efforts in ${[...units].join(" and ")}; largest difference ${state.difference.toExponential(1)}`);
  }

  // ---- motion, load, modes, energy

  private motionTable(): HTMLElement {
    const send = () =>
      this.act.send({ do: "motion", velocity: this.velocities.map((i) => Number(i.value)), acceleration: this.accelerations.map((i) => Number(i.value)) });
    const rows = this.scene.free.map((c) => {
      const input = (list: HTMLInputElement[], what: string, unit: string) => {
        const node = make("input", { type: "number", step: "any", value: 0, "aria-label": `${what} of ${freeLabel(c.name)} in ${unit}`, change: send });
        list.push(node);
        return make("td", {}, node);
      };
      return make("tr", {}, make("th", { scope: "row" }, freeLabel(c.name)),
        input(this.velocities, "velocity", rateUnit(c.angular)), make("td", { class: "unit" }, rateUnit(c.angular)),
        input(this.accelerations, "acceleration", accelerationUnit(c.angular)), make("td", { class: "unit" }, accelerationUnit(c.angular)));
    });
    return make("div", {},
      make("table", { class: "motion" }, make("thead", {}, make("tr", {}, make("th", {}), make("th", { colspan: 2 }, "velocity"), make("th", { colspan: 2 }, "acceleration"))), make("tbody", {}, ...rows)),
      make("p", { class: "payload" }, make("label", { for: "payload" }, "payload at the tool point"), this.payload, " kg"));
  }

  private modeRow(leg: string, index: number): HTMLElement {
    const text = make("span", {});
    const node = make("div", { class: "mode" }, make("span", { class: "name" }, leg), text,
      make("button", { type: "button", click: () => this.act.send({ do: "mode", leg: index, mode: 1 }) }, "next mode"));
    this.modes.push({ node, text });
    return node;
  }

  private updateRest(state: State): void {
    this.modes.forEach((row, k) => {
      const count = state.modes[k] ?? 1;
      row.node.hidden = count === 1;
      setText(row.text, count === 0 ? "by search" : `${count} modes here`);
    });
    this.modesSection.hidden = state.modes.every((count) => count === 1);
    const focus = document.activeElement;
    [this.velocities, this.accelerations].forEach((inputs, which) =>
      inputs.forEach((input, k) => {
        if (input !== focus) input.value = String(Number((which === 0 ? state.velocity : state.acceleration)[k]!.toPrecision(4)));
      }));
    if (this.payload !== focus) this.payload.value = String(state.payload);
    const e = state.energy;
    setText(this.energy, e ? `kinetic ${number(e.kinetic)} J, potential ${number(e.potential)} J, actuators give ${number(e.power)} W, friction takes ${number(e.dissipation)} W` : "");
    const moves = state.ellipsoid.linear.some((v) => length(v) > 1e-9), axes = (moves ? state.ellipsoid.linear : state.ellipsoid.angular).map(length);
    const at = state.ellipsoid.by_limits ? "with the actuators at their speed limits" : "for unit actuator rates";
    setText(this.ellipsoid, `the platform reaches ${axes.map((a) => number(a, 3)).join(", ")} ${moves ? "m/s" : "rad/s"} along the ellipsoid's axes ${at}`);
  }
}

const formulationNames: Record<Formulation, string> = {
  E: "kinematic elements", V: "virtual work", P: "platform and legs", N: "natural orthogonal complement",
};

