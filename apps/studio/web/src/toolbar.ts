import { make } from "./dom";

export interface Tool {
  key: string;
  text: string;
  hint: string;
  press?: () => void;
  toggle?: (on: boolean) => void;
  is?: () => boolean;
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
    const button = make("button", { type: "button", title: `${tool.hint} (${tool.key.toUpperCase()})`, "aria-keyshortcuts": tool.key, click: run }, tool.text);
    node.append(button);
    return { tool, button, run };
  });
  const refresh = () => {
    for (const { tool, button } of buttons) if (tool.is) button.setAttribute("aria-pressed", String(tool.is()));
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== "range";
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    buttons.find(({ tool }) => tool.key === event.key.toLowerCase())?.run();
  });
  refresh();
  return { node, refresh };
}
