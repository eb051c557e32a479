import { setText } from "./document.js";

/** Says how many there are that are not shown, or that none was found. */
export function showMore(node: HTMLElement, found: number, shown: number, search: string): void {
  const isNone = found === 0 && search !== "";
  node.hidden = found === shown && !isNone;
  setText(node, isNone ? `None with “${search}”.` : `and ${found - shown} earlier: search for one of them`);
}
