/** The page's script: shows each state as it comes. */
import { controlPath } from "../control-path.js";
import type { ShownState } from "../shown-state.js";
import { byId, setText } from "./document.js";
import { enableButtons, showFaults } from "./faults.js";
import { tellNews } from "./news.js";
import { showOrders } from "./orders.js";
import { showRequests } from "./requests.js";

const baseUrl = `${location.origin}${document.body.dataset["basePath"]}`;
let shown: ShownState | undefined;

setText(byId("base-url"), baseUrl);
enableButtons();
const events = new EventSource(`${controlPath}/events`);
events.addEventListener("open", () => showConnection("live", "Live"));
events.addEventListener("error", () => showConnection("lost", "Reconnecting"));
events.addEventListener("state", ({ data }) => show(JSON.parse(data) as ShownState));

function showConnection(state: "live" | "lost", words: string): void {
  byId("connection").dataset["state"] = state;
  setText(byId("connection"), words);
}

function show(state: ShownState): void {
  const last = shown;
  shown = state;
  setText(byId("merchant"), state.merchantId);
  setText(byId("first-call"), `curl -X POST -u ${state.merchantId} ${baseUrl}/orders/create/ORDER-1001/125.00/SEK`);
  for (const [name, total] of Object.entries(state.totals)) setText(byId(`total-${name}`), total);
  showOrders(state);
  showFaults(state);
  showRequests(state);
  if (last !== undefined) tellNews(last, state);
}
