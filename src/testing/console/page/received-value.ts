import type { PlainValue } from "../../service/rules/received-values.js";
import { element } from "./document.js";

/** Shows received data of any shape, as a list of names and values. */
export function receivedValue(value: PlainValue): HTMLElement {
  if (value === null) return element("span", { class: "quiet" }, "none");
  if (typeof value !== "object") return element("span", {}, String(value));
  if (isList(value)) {
    return element("ol", { class: "values" }, ...value.map((item) => element("li", {}, receivedValue(item))));
  }
  const rows = Object.entries(value).map(([name, inner]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, receivedValue(inner))),
  );
  return element("dl", { class: "values" }, ...rows);
}

/** `Array.isArray`, whose own type knows no read-only lists. */
function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}
