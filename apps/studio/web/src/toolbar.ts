import { make } from "./dom";

export interface Tool {
  key: string;
  text: string;
  hint: string;
  press?: () => void;
  toggle?: (on: boolean) => void;
  is?: () => boolean;
}

// Whether the browser, or what has the focus, uses the key itself.
export function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return true;
  return (event.target as Element).closest(`dialog, select, input:not([type=range])${event.key === " " ? ", button, summary" : ""}`) !== null;
}

// Buttons with a key each; toggles show what is on.
export function toolbar(tools: Tool[]): { node: HTMLElement; refresh(): void } {
  const node = make("nav", { class: "toolbar", "aria-label": "view" });
  const buttons = tools.map((tool) => {
    const run = () => {
      if (tool.toggle) tool.toggle(!tool.is!());
      tool.press?.();
      refresh();
    };
    const button = make("button", { type: "button", title: `${tool.hint} (key ${tool.key.toUpperCase()})`, "aria-keyshortcuts": tool.key.toUpperCase(), click: run }, tool.text);
    node.append(button);
    return { tool, button, run };
  });
  const refresh = () => {
    for (const { tool, button } of buttons) if (tool.is) button.setAttribute("aria-pressed", String(tool.is()));
  };
  document.addEventListener("keydown", (event) => {
    if (!isTaken(event)) buttons.find(({ tool }) => tool.key === event.key.toLowerCase())?.run();
  });
  refresh();
  return { node, refresh };
}
