type Child = Node | string;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

// An element with attributes and children; functions become listeners of the event they are named after.
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
