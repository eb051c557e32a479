/** Lists the requests, with what came of each. */
import type { RecordedRequest } from "../../service/http/recorded-request.js";
import type { ShownState } from "../shown-state.js";
import { byId, element, setText } from "./document.js";
import { createList, type View } from "./list.js";
import { showMore } from "./more.js";
import { operationLabel } from "./operation-label.js";
import { receivedValue } from "./received-value.js";
import { shortPath } from "./short-path.js";
import { timeOf } from "./times.js";

interface KeyedRequest {
  readonly key: string;
  readonly request: RecordedRequest;
}

const showList = createList<KeyedRequest>(byId("request-list"), ({ key }) => key, requestView);

export function showRequests({ run, requests, totals, found }: ShownState, search: string): void {
  setText(byId("total-requests"), totals.requests);
  byId("no-requests").hidden = totals.requests > 0;
  showMore(byId("more-requests"), found.requests, requests.length, search);
  showList(requests.map((request) => ({ key: run + request.number, request })).reverse());
}

/** A request never changes once it is listed. */
function requestView({ request }: KeyedRequest): View<KeyedRequest> {
  const number = element("span", { class: "number" }, `#${request.number}`);
  const summary = element("summary", {}, number, callSummary(request));
  const node = element("li", {}, element("details", {}, summary, callDetails(request)));
  return { node, update() {} };
}

function callSummary(request: RecordedRequest): HTMLElement {
  const { method, path, operation, response, fault } = request;
  const status = response ? `${response.httpStatus} ${response.statusKey}` : "not processed";
  const call = element(
    "span",
    { class: "call" },
    element(
      "span",
      { class: "row" },
      element(
        "span",
        {},
        element("b", {}, operation === undefined ? "Unknown path" : operationLabel(operation)),
        " ",
        timeOf(request),
      ),
      element("code", { class: "status", "data-kind": kindOf(response) }, status),
    ),
    element("code", { class: "path" }, method === "POST" ? "" : `${method} `, shortPath(path)),
  );
  if (fault !== undefined) {
    const badge = element("span", { class: "badge", "data-state": "fault" }, fault);
    call.append(
      element("span", { class: "facts" }, badge, element("span", {}, `Caller got ${receivedWords(request)}`)),
    );
  }
  return call;
}

/** What the caller got of a call that met a fault. */
function receivedWords({ delivered, received }: RecordedRequest): string {
  if (delivered || received === undefined) return "this response";
  const { end, httpStatus, body } = received;
  if (httpStatus === undefined) return end === "broken" ? "a connection that broke" : "no response";
  if (end === "broken") return `half of HTTP ${httpStatus}, then a broken connection`;
  if (end === "silent") return `a part of HTTP ${httpStatus}, then nothing more`;
  return body === "" ? `HTTP ${httpStatus} without a body` : `HTTP ${httpStatus} with another body`;
}

function callDetails(request: RecordedRequest): HTMLElement {
  const { headers, body, response, delivered, received } = request;
  const details = element("div", { class: "inside" });
  details.append(element("code", { class: "path" }, `${request.method} ${request.path}`));
  const part = (title: string, content: HTMLElement) => details.append(element("h4", {}, title), content);
  if (body !== "") part("Body", sentText(body));
  if (response) part(delivered ? "Response" : "Response, not delivered", sentText(response.body));
  if (received?.body) part("What the caller got", sentText(received.body));
  part("Headers", receivedValue(headers));
  return details;
}

function kindOf(response: RecordedRequest["response"]): string {
  if (response === undefined) return "none";
  if (response.statusKey === "PENDING") return "pending";
  return response.statusKey === "SUCCESS" ? "good" : "bad";
}

/** Shows text as it was sent, digit by digit. */
function sentText(text: string): HTMLElement {
  return element("pre", { tabindex: "0" }, text);
}
