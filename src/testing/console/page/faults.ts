/** The buttons that arm faults, and the list of what is armed. */
import type { ArmedByName } from "../listed-faults.js";
import type { ShownState } from "../shown-state.js";
import { byId, element, setText } from "./document.js";
import { createList, type View } from "./list.js";
import { tell } from "./news.js";
import { operationLabel } from "./operation-label.js";
import { failureOf } from "./send-action.js";

interface KeyedFault {
  readonly key: string;
  readonly armed: ArmedByName;
}

const showList = createList<KeyedFault>(byId("armed-list"), ({ key }) => key, armedView);
const showOperations = createList<string>(
  byId("operation"),
  (name) => name,
  (name) => ({ node: element("option", { value: name }, operationLabel(name)), update() {} }),
);
const faultButtons = [...document.querySelectorAll<HTMLElement>("[data-fault]")];

export function showFaults({ run, armed, operations }: ShownState): void {
  setText(byId("total-armed"), armed.length);
  byId("none-armed").hidden = armed.length > 0;
  document.body.classList.toggle("with-armed", armed.length > 0);
  showOperations(operations);
  // Of a fault that was met, the next one does not take the place: the focus would press another one's button.
  showList(armed.map((each) => ({ key: run + each.id, armed: each })));
}

function armedView({ armed: { id } }: KeyedFault): View<KeyedFault> {
  const names = element("code");
  const calls = element("span", { class: "quiet" });
  const about = element("span", { class: "about" });
  const remove = element("button", { type: "button", class: "link" }, "Remove");
  remove.addEventListener("click", () => void sendAndTell("disarm", { id }, "It is armed no longer."));
  return {
    node: element("li", {}, remove, names, " ", calls, about),
    update({ armed }) {
      remove.setAttribute("aria-label", `Remove ${armed.when === "random" ? "the faults at random" : armed.fault}`);
      setText(names, armed.when === "random" ? armed.faults.join(" or ") : armed.fault);
      setText(calls, callsOf(armed));
      setText(about, armed.when === "random" ? "" : descriptionOf(armed.fault));
    },
  };
}

/** Which calls a fault is for. */
function callsOf(armed: ArmedByName): string {
  const { orderNumber, transactionId, orderId } = armed.only ?? {};
  const whose = orderNumber ?? transactionId ?? orderId;
  const calls = `${armed.operation === undefined ? "calls" : operationLabel(armed.operation).toLowerCase()}${whose ? ` of ${whose}` : ""}`;
  if (armed.when === "next") return `next ${calls}`;
  if (armed.when === "random") return `${calls} at random, rate ${armed.rate}`;
  return armed.n === 1 ? `every ${calls}` : `one ${calls} in ${armed.n}`;
}

/** Empty for a fault without a button, which a test has armed. */
function descriptionOf(fault: string): string {
  const id = faultButtons.find(({ dataset }) => dataset["fault"] === fault)?.getAttribute("aria-describedby");
  return typeof id === "string" ? (byId(id).textContent ?? "") : "";
}

/** Makes the buttons do what they say. */
export function enableButtons(): void {
  for (const button of faultButtons) {
    const fault = button.dataset["fault"] as string;
    const explain = () => setText(byId("hint"), descriptionOf(fault));
    button.addEventListener("focus", explain);
    button.addEventListener("mouseenter", explain);
    button.addEventListener("click", () => void armNext(fault));
  }
  byId("clear-faults").addEventListener("click", () => void sendAndTell("clear-faults", {}, "Nothing is armed."));
  byId("reset").addEventListener("click", () => {
    if (confirm("Forget all orders, authorizations, finalizations and requests?")) void sendAndTell("reset", {}, "");
  });
}

function armNext(fault: string): Promise<void> {
  const operation = byId<HTMLSelectElement>("operation").value;
  return sendAndTell(
    "faults",
    { operation, fault },
    `${fault} is armed for the next ${operationLabel(operation).toLowerCase()}.`,
  );
}

async function sendAndTell(action: string, fields: object, words: string): Promise<void> {
  const failure = await failureOf(action, fields);
  setText(byId("problem"), failure ?? "");
  if (failure === undefined) tell(words);
}
