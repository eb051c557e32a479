/** The part of the page's script that lists the requests. */
export const pageScriptRequests = String.raw`
function showRequests({ run, requests, totals }) {
  byId("no-requests").hidden = requests.length > 0;
  const more = totals.requests - requests.length;
  byId("more-requests").hidden = more === 0;
  setText(byId("more-requests"), "and " + more + " earlier");
  keepList(byId("request-list"), requests.toReversed(), ({ number }) => run + number, requestView);
}

/** A request never changes once it is listed. */
function requestView({ number, method, path, operation, headers, body, answer, delivered, fault }) {
  const status = element("code", { class: "status", "data-kind": kindOf(answer) },
    answer ? answer.httpStatus + " " + answer.statusKey : "not processed");
  const call = element("span", { class: "call" },
    element("span", { class: "row" }, element("b", {}, operationOf(operation)), status),
    element("code", { class: "path" }, method + " " + breakable(path)));
  if (fault !== undefined) {
    const lost = answer && !delivered ? "its answer is not delivered" : "";
    const badge = element("span", { class: "badge", "data-state": "fault" }, fault);
    call.append(element("span", { class: "facts" }, badge, element("span", { class: "quiet" }, lost)));
  }
  const summary = element("summary", {}, element("span", { class: "number" }, String(number)), call);
  const inside = element("div", { class: "inside" }, element("h4", {}, "Headers"), describe(headers),
    element("h4", {}, "Body"), textOf(body));
  if (answer) inside.append(element("h4", {}, delivered ? "Answer" : "Answer, not delivered"), textOf(answer.body));
  return { node: element("li", {}, element("details", {}, summary, inside)), update() {} };
}

function operationOf(operation) {
  if (operation === undefined) return "Unknown path";
  return [...byId("operation").options].find(({ value }) => value === operation).textContent;
}

function kindOf(answer) {
  if (answer === undefined) return "none";
  return { SUCCESS: "good", PENDING: "pending" }[answer.statusKey] ?? "bad";
}

/** As it was sent, digit by digit. */
function textOf(text) {
  return text === "" ? element("p", { class: "quiet" }, "empty") : element("pre", { tabindex: "0" }, text);
}

/** Lets a long path wrap where a reader would expect it. */
function breakable(path) {
  return path.replaceAll("/", "/\u200b");
}
`;
