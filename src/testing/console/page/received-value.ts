import { element } from "./document.js";

/** Shows received data of any shape, as a list of names and values. */
export function receivedValue(value: unknown): HTMLElement {
  if (value === null) return element("span", { class: "quiet" }, "none");
  if (typeof value !== "object") return element("span", {}, String(value));
  if (Array.isArray(value)) {
    return element("ol", { class: "values" }, ...value.map((item) => element("li", {}, receivedValue(item))));
  }
  const rows = Object.entries(value as object).map(([name, inner]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, receivedValue(inner))),
  );
  return element("dl", { class: "values" }, ...rows);
}
