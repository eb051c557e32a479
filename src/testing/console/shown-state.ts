/** The fake's state as it is shown outside the process. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { RecordedRequest } from "../service/http/recorded-request.js";
import { add, zero } from "../service/rules/amounts.js";
import { type FakeAuthorization, isAuthorizedInFull } from "../service/rules/authorizations.js";
import type { FakeOrder } from "../service/rules/orders.js";
import { armedByName } from "./fault-kinds.js";

/** What is shown; amounts are text. */
export type ShownState = ReturnType<typeof latestState>;

const maxShown = 50;

/** The whole state, with the requests that are kept. */
export function wholeState(service: FakePaymentService) {
  const { orders, authorizations, finalizations, requests } = service;
  const found = { orders: orders.length, requests: requests.length };
  return { ...summary(service), found, orders, authorizations, finalizations, requests: requests.map(withoutSecrets) };
}

/** Those of the kept requests that came after a number, of one operation, or about one order. */
export function requestsOf(
  { requests, ledger }: FakePaymentService,
  filters: { readonly after?: number; readonly operation?: string; readonly orderId?: string },
): readonly RecordedRequest[] {
  const { after = 0, operation, orderId } = filters;
  const id = orderId?.toLowerCase() ?? ""; // is part of every text
  const ids = [id, ...ledger.records.authorizations.ofGroup(id).map(({ transactionId }) => transactionId)];
  const found = requests.filter((request) => {
    if (request.number <= after || (operation ?? request.operation) !== request.operation) return false;
    const texts = [request.path, request.body, request.response?.body ?? ""].map((each) => each.toLowerCase());
    return ids.some((each) => texts.some((text) => text.includes(each)));
  });
  return found.map(withoutSecrets);
}

/**
 * The last orders, with their authorizations and finalizations, and the last requests: no more than a page can show at each
 * change.
 *
 * @param search - Selects what contains this text: a number, an id, a status, a fault. An empty text selects everything.
 */
export function latestState(service: FakePaymentService, search = "") {
  const { authorizations, finalizations } = service.ledger.records;
  const { orders, requests, late } = found(service, search.trim().toLowerCase());
  const shown = orders.slice(-maxShown);
  const paid = shown.flatMap(({ orderId }) => authorizations.ofGroup(orderId));
  return {
    ...summary(service),
    found: { orders: orders.length, requests: requests.length },
    orders: shown.map((order) => withSums(order, authorizations.ofGroup(order.orderId))),
    authorizations: paid,
    finalizations: paid.flatMap(({ transactionId }) => finalizations.ofGroup(transactionId)),
    requests: requests.slice(-maxShown).map(withoutSecrets),
    late,
  };
}

/** Of an annulled authorization, only what was finalized counts. */
function withSums(order: FakeOrder, authorizations: readonly FakeAuthorization[]) {
  const finalized = authorizations.map((each) => each.totalAmountFinalized).reduce(add, zero);
  const authorized = authorizations
    .map((each) => (each.annulled ? each.totalAmountFinalized : each.authorizedAmount))
    .reduce(add, zero);
  return { ...order, authorized, finalized, canBePaid: !isAuthorizedInFull(order, authorizations) };
}

/** Orders that contain the text, and requests that contain it or that are about one of these orders. */
function found({ orders, requests, late, ledger }: FakePaymentService, text: string) {
  if (text === "") return { orders, requests, late };
  const { authorizations, finalizations } = ledger.records;
  const idsOf = ({ orderId, orderNumber }: FakeOrder) => {
    const paid = authorizations.ofGroup(orderId).map(({ transactionId }) => transactionId);
    const done = paid.flatMap((id) => finalizations.ofGroup(id).map(({ transactionId }) => transactionId));
    return [orderNumber, orderId, ...paid, ...done];
  };
  const isIn = (words: readonly (string | undefined)[]) => words.some((each) => each?.toLowerCase().includes(text));
  const named = orders.filter((order) => isIn(idsOf(order)));
  const ids = named.slice(-maxShown).flatMap(idsOf);
  const isAbout = (path: string) => ids.some((id) => path.includes(id));
  return {
    orders: named,
    requests: requests.filter(
      ({ path, body, fault, response }) => isIn([path, body, fault, response?.statusKey]) || isAbout(path),
    ),
    late: late.filter(({ path, fault }) => isIn([path, fault]) || isAbout(path)),
  };
}

/** `run` changes with each reset, `now` is the service's time, and `late` is on its way to the service. */
function summary(service: FakePaymentService) {
  const { run, merchantId, clock, faults, late, orders, authorizations, finalizations, requestCount } = service;
  const totals = {
    orders: orders.length,
    authorizations: authorizations.length,
    finalizations: finalizations.length,
    requests: requestCount,
    late: late.length,
  };
  const now = clock.now().toISOString();
  const { names } = service.routes;
  return { run, merchantId, now, totals, operations: names, armed: faults.armed.map(armedByName), late };
}

/** Hides the client's own secrets in any header. The service's password was already redacted. */
function withoutSecrets(request: RecordedRequest): RecordedRequest {
  const isSecret = (name: string) => /auth|cookie|token|secret|password|api-?key/.test(name);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, isSecret(name) ? "[redacted]" : value]);
  return { ...request, headers: Object.fromEntries(headers) };
}
