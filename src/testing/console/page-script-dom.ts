/** The part of the page's script that touches the document. What was received becomes text, never markup. */
export const pageScriptDom = `
const byId = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Text that stays the same is left alone, and with it what is selected in it. */
function setText(node, text) {
  if (node.textContent !== String(text)) node.textContent = text;
}

const views = new WeakMap();

/**
 * Shows the items in a list whose order never changes. Nodes are made once and never moved, so that neither focus nor
 * selection nor anything typed is lost.
 */
function keepList(list, items, keyOf, make) {
  const gone = new Map([...list.children].map((node) => [node.dataset.key, node]));
  let next = list.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let node = gone.get(key);
    if (node === undefined) {
      const view = make(item);
      node = view.node;
      node.dataset.key = key;
      views.set(node, view);
      list.insertBefore(node, next);
    }
    gone.delete(key);
    next = node.nextElementSibling;
    views.get(node).update(item);
  }
  for (const node of gone.values()) node.remove();
}

/** Received data of any shape, as a list of names and values. */
function describe(value) {
  if (value === null) return element("span", { class: "quiet" }, "none");
  if (typeof value !== "object") return element("span", {}, String(value));
  if (Array.isArray(value)) return element("ol", { class: "values" }, ...value.map((one) => element("li", {}, describe(one))));
  const rows = Object.entries(value).map(([name, inner]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, describe(inner))));
  return element("dl", { class: "values" }, ...rows);
}

function labelOf(select, value) {
  return [...select.options].find((option) => option.value === value).textContent.toLowerCase();
}

/** Undefined when it is done, or what kept it from being done. */
async function send(action, fields) {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch("/_fake/" + action, { method: "POST", headers, body: JSON.stringify(fields) });
    return response.ok ? undefined : (await response.json()).error;
  } catch {
    return "The server did not answer: is it still running?";
  }
}
`;
