/** Lists the requests, with what came of each. */
import type { RecordedRequest } from "../../service/http/recorded-request.js";
import type { FakeOperation } from "../../service/rules/operation.js";
import { operationLabels } from "../labels.js";
import type { ShownState } from "../shown-state.js";
import { byId, element, setText } from "./document.js";
import { createList, type View } from "./list.js";
import { receivedValue } from "./received-value.js";

interface KeyedRequest {
  readonly key: string;
  readonly request: RecordedRequest;
}

const showList = createList<KeyedRequest>(byId("request-list"), ({ key }) => key, requestView);

export function showRequests({ run, requests, totals }: ShownState): void {
  byId("no-requests").hidden = requests.length > 0;
  const earlierCount = totals.requests - requests.length;
  byId("more-requests").hidden = earlierCount === 0;
  setText(byId("more-requests"), `and ${earlierCount} earlier`);
  showList(requests.map((request) => ({ key: run + request.number, request })).reverse());
}

/** A request never changes once it is listed. */
function requestView({ request }: KeyedRequest): View<KeyedRequest> {
  const number = element("span", { class: "number" }, String(request.number));
  const summary = element("summary", {}, number, callSummary(request));
  const node = element("li", {}, element("details", {}, summary, callDetails(request)));
  return { node, update() {} };
}

function callSummary({ method, path, operation, answer, delivered, fault }: RecordedRequest): HTMLElement {
  const status = answer ? `${answer.httpStatus} ${answer.statusKey}` : "not processed";
  const call = element(
    "span",
    { class: "call" },
    element(
      "span",
      { class: "row" },
      element("b", {}, operationLabel(operation)),
      element("code", { class: "status", "data-kind": kindOf(answer) }, status),
    ),
    element("code", { class: "path" }, `${method} ${breakable(path)}`),
  );
  if (fault !== undefined) {
    const badge = element("span", { class: "badge", "data-state": "fault" }, fault);
    const lost = answer && !delivered ? "its answer is not delivered" : "";
    call.append(element("span", { class: "facts" }, badge, element("span", { class: "quiet" }, lost)));
  }
  return call;
}

function callDetails({ headers, body, answer, delivered }: RecordedRequest): HTMLElement {
  const details = element(
    "div",
    { class: "inside" },
    element("h4", {}, "Headers"),
    receivedValue(headers),
    element("h4", {}, "Body"),
    sentText(body),
  );
  if (answer) {
    details.append(element("h4", {}, delivered ? "Answer" : "Answer, not delivered"), sentText(answer.body));
  }
  return details;
}

function operationLabel(operation: FakeOperation | undefined): string {
  return operation === undefined ? "Unknown path" : operationLabels[operation];
}

function kindOf(answer: RecordedRequest["answer"]): string {
  if (answer === undefined) return "none";
  if (answer.statusKey === "PENDING") return "pending";
  return answer.statusKey === "SUCCESS" ? "good" : "bad";
}

/** Shows text as it was sent, digit by digit. */
function sentText(text: string): HTMLElement {
  return text === "" ? element("p", { class: "quiet" }, "empty") : element("pre", { tabindex: "0" }, text);
}

/** Lets a long path wrap where a reader would expect it. */
function breakable(path: string): string {
  return path.replaceAll("/", "/\u200b");
}
