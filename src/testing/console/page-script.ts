/** The page's script: takes each state as it comes, and sends what the buttons ask for. */
import { pageScriptDom } from "./page-script-dom.js";
import { pageScriptOrders } from "./page-script-orders.js";
import { pageScriptRequests } from "./page-script-requests.js";

const main = `
let current;
const baseUrl = location.origin + document.body.dataset.basePath;
setText(byId("base-url"), baseUrl);
const source = new EventSource("/_fake/events");
source.addEventListener("open", () => showConnection("live", "Live"));
source.addEventListener("error", () => showConnection("lost", "Reconnecting"));
source.addEventListener("state", (event) => show(JSON.parse(event.data)));

function showConnection(state, words) {
  byId("connection").dataset.state = state;
  setText(byId("connection"), words);
}

function show(state) {
  const previous = current;
  current = state;
  setText(byId("merchant"), state.merchantId);
  setText(byId("first-call"), "curl -X POST -u " + state.merchantId + " " + baseUrl + "/orders/create/ORDER-1001/125.00/SEK");
  for (const [name, total] of Object.entries(state.totals)) setText(byId("total-" + name), total);
  setText(byId("total-armed"), state.armed.length);
  showOrders(state);
  showArmed(state);
  showRequests(state);
  if (previous !== undefined) tellNews(previous, state);
}

function showArmed({ run, armed }) {
  byId("none-armed").hidden = armed.length > 0;
  const numbered = armed.map((each, index) => ({ ...each, key: run + index }));
  keepList(byId("armed-list"), numbered, ({ key }) => key, () => {
    const names = element("code");
    const calls = element("span", { class: "quiet" });
    const about = element("span", { class: "about" });
    return {
      node: element("li", {}, names, " ", calls, about),
      update(each) {
        setText(names, (each.faults ?? [each.fault]).join(" or "));
        setText(calls, callsOf(each));
        setText(about, aboutFault(each.fault));
      },
    };
  });
}

/** Which calls it is for. */
function callsOf({ when, operation, n, rate }) {
  const calls = operation === undefined ? "calls" : labelOf(byId("operation"), operation);
  if (when === "next") return "next " + calls;
  if (when === "random") return calls + " at random, rate " + rate;
  return n === 1 ? "every " + calls : "one " + calls + " in " + n;
}

/** Empty for a fault without a button, which a test has armed. */
function aboutFault(name) {
  const button = [...document.querySelectorAll("[data-fault]")].find(({ dataset }) => dataset.fault === name);
  return button === undefined ? "" : byId(button.getAttribute("aria-describedby")).textContent;
}

/** Says what is new to those who cannot see it; nothing takes the focus. */
function tellNews(last, state) {
  if (last.run !== state.run) return tell("Everything was reset.");
  const grown = ["order", "authorization", "finalization", "request"].flatMap((name) => {
    const more = state.totals[name + "s"] - last.totals[name + "s"];
    return more > 0 ? [more + " new " + name + (more > 1 ? "s" : "")] : [];
  });
  const latest = state.requests.at(-1);
  if (grown.length > 0) tell(grown.join(", ") + (latest && latest.answer ? ": " + latest.answer.statusKey : ""));
}

function tell(words) {
  setText(byId("news"), words);
}

async function sendAndTell(action, fields, words) {
  const failure = await send(action, fields);
  setText(byId("problem"), failure ?? "");
  if (failure === undefined) tell(words);
}

for (const button of document.querySelectorAll("[data-fault]")) {
  const fault = button.dataset.fault;
  const explain = () => setText(byId("hint"), aboutFault(fault));
  button.addEventListener("focus", explain);
  button.addEventListener("mouseenter", explain);
  button.addEventListener("click", () => {
    const operation = byId("operation").value;
    const words = fault + " is armed for the next " + labelOf(byId("operation"), operation) + ".";
    void sendAndTell("faults", { operation, fault }, words);
  });
}
byId("clear-faults").addEventListener("click", () => void sendAndTell("clear-faults", {}, "Nothing is armed."));
byId("reset").addEventListener("click", () => {
  if (confirm("Forget all orders, authorizations, finalizations and requests?")) void sendAndTell("reset", {}, "");
});
`;

/** Plain JavaScript without a build step; no `</script` may stand in it. */
export const pageScript = `"use strict";${pageScriptDom}${pageScriptOrders}${pageScriptRequests}${main}`;
