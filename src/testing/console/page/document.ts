/** How the page's script touches the document. What was received becomes text, never markup. */

export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Leaves text that stays the same alone, and with it what is selected in it. */
export function setText(node: HTMLElement, text: string | number): void {
  if (node.textContent !== String(text)) node.textContent = String(text);
}
