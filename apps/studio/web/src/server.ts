import type { Recording, Scene, State } from "./types";

async function answer<T>(response: Response): Promise<T> {
  const body = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(body.error ?? response.statusText);
  return body;
}

export async function command(request: object): Promise<State> {
  return answer(await fetch("/command", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) }));
}

export async function files(): Promise<{ name: string; bytes: number }[]> {
  return answer(await fetch("/files"));
}

export async function load(file: string): Promise<Recording> {
  return answer(await fetch("/load", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ file }) }));
}

export async function upload(file: File): Promise<Recording> {
  return { ...(await answer<Recording>(await fetch("/upload", { method: "POST", headers: { "Content-Type": "text/csv" }, body: file }))), name: file.name };
}

// Sends the newest of many requests: one is under way at a time, and what was overtaken is dropped.
export class Latest {
  private waiting: object | undefined;
  busy = false;
  constructor(private readonly take: (state: State) => void, private readonly fail: (error: Error) => void) {}

  send(request: object): void {
    this.waiting = request;
    if (!this.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.waiting) {
      const request = this.waiting;
      this.waiting = undefined;
      try {
        this.take(await command(request));
      } catch (error) {
        this.fail(error as Error);
      }
    }
    this.busy = false;
  }
}

export interface Listener {
  robot(scene: Scene): void;
  state(state: State): void;
  problem(text: string | null): void;
  connected(yes: boolean): void;
}

export function listen(listener: Listener): void {
  const source = new EventSource("/events");
  const on = (name: string, take: (data: never) => void) =>
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as never));
  on("robot", (scene: Scene) => listener.robot(scene));
  on("state", (state: State) => listener.state(state));
  on("problem", (text: string | null) => listener.problem(text));
  source.onopen = () => listener.connected(true);
  source.onerror = () => listener.connected(false);
}
