/** The page's script: shows each state as it comes. */
import { controlPath } from "../control-path.js";
import type { ShownState } from "../shown-state.js";
import { showAddress } from "./address.js";
import { byId, setText } from "./document.js";
import { enableDrawer } from "./drawer.js";
import { enableButtons, showFaults } from "./faults.js";
import { enableLate, showLate } from "./late.js";
import { tellNews } from "./news.js";
import { showOrders } from "./orders.js";
import { showRequests } from "./requests.js";
import { onSearch } from "./search.js";
import { enableSelling } from "./sell-form.js";

let shown: ShownState | undefined;
let events: EventSource | undefined;

enableButtons();
enableDrawer();
enableLate();
enableSelling();
onSearch(listen);

/** Listens for states in which this text stands, instead of those before. */
function listen(search: string): void {
  events?.close();
  events = new EventSource(`${controlPath}/events?search=${encodeURIComponent(search)}`);
  events.addEventListener("open", () => showConnection("live", "Live"));
  events.addEventListener("error", () => showConnection("lost", "Reconnecting"));
  events.addEventListener("state", ({ data }) => show(JSON.parse(data) as ShownState, search));
}

function showConnection(state: "live" | "lost", words: string): void {
  byId("connection").dataset["state"] = state;
  setText(byId("connection"), words);
}

function show(state: ShownState, search: string): void {
  const last = shown;
  shown = state;
  showAddress(state);
  showOrders(state, search);
  showRequests(state, search);
  showLate(state);
  showFaults(state);
  if (last !== undefined) tellNews(last, state);
}
