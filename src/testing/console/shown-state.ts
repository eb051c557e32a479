/** The fake's state as it is shown outside the process. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { RecordedRequest } from "../service/http/recorded-request.js";
import { add, zero } from "../service/rules/amounts.js";
import { type FakeAuthorization, isAuthorizedInFull } from "../service/rules/authorizations.js";
import type { FakeOrder } from "../service/rules/orders.js";
import { callerOutcome } from "./caller-outcome.js";

/** What is shown; amounts are text. */
export type ShownState = ReturnType<typeof shownState>;

/**
 * `run` changes with each reset, `now` is the service's time, and `late` is on its way to the service.
 *
 * @param search - Selects what contains this text: a number, an id, a status, a fault. An empty text selects everything.
 * @param most - How many of the last orders and requests are shown.
 */
export function shownState(service: FakePaymentService, search = "", most = Number.MAX_SAFE_INTEGER) {
  const { run, merchantId, clock, routes, ledger } = service;
  const { authorizations, finalizations } = ledger.records;
  const found = foundIn(service, search.trim().toLowerCase(), most);
  const orders = found.orders.slice(-most);
  const paid = orders.flatMap(({ orderId }) => authorizations.ofGroup(orderId));
  return {
    run,
    merchantId,
    now: clock.now().toISOString(),
    totals: {
      orders: service.orders.length,
      authorizations: service.authorizations.length,
      finalizations: service.finalizations.length,
      requests: service.requestCount,
      late: service.late.length,
    },
    found: { orders: found.orders.length, requests: found.requests.length },
    operations: routes.names,
    armed: armedFaults(service),
    orders: orders.map((order) => withSums(order, authorizations.ofGroup(order.orderId))),
    authorizations: paid,
    finalizations: paid.flatMap(({ transactionId }) => finalizations.ofGroup(transactionId)),
    requests: found.requests.slice(-most).map(shownRequest),
    late: found.late,
  };
}

/** The armed faults, each by its whole name. */
export function armedFaults({ faults }: FakePaymentService) {
  return faults.armed.map(({ fault, ...armed }) => ({ ...armed, fault: fault.name }));
}

/** Of an annulled authorization, only what was finalized counts. */
function withSums(order: FakeOrder, authorizations: readonly FakeAuthorization[]) {
  const finalized = authorizations.map((each) => each.totalAmountFinalized).reduce(add, zero);
  const authorized = authorizations
    .map((each) => (each.annulled ? each.totalAmountFinalized : each.authorizedAmount))
    .reduce(add, zero);
  return { ...order, authorized, finalized, canBePaid: !isAuthorizedInFull(order, authorizations) };
}

/** Orders that contain the text, and requests that contain it or that are about one of the last of these orders. */
function foundIn({ orders, requests, late, ledger }: FakePaymentService, text: string, most: number) {
  if (text === "") return { orders, requests, late };
  const { records } = ledger;
  const idsOf = ({ orderId, orderNumber }: FakeOrder) => {
    const paid = [...records.authorizations.ofGroup(orderId), ...records.finalizationsOf(orderId)];
    return [orderNumber, orderId, ...paid.map(({ transactionId }) => transactionId)];
  };
  const isIn = (words: readonly (string | undefined)[]) => words.some((each) => each?.toLowerCase().includes(text));
  const named = orders.filter((order) => isIn(idsOf(order)));
  const ids = named.slice(-most).flatMap(idsOf);
  const isAbout = (path: string) => ids.some((id) => path.includes(id));
  return {
    orders: named,
    requests: requests.filter(
      ({ path, body, fault, response }) => isIn([path, body, fault, response?.statusKey]) || isAbout(path),
    ),
    late: late.filter(({ path, fault }) => isIn([path, fault]) || isAbout(path)),
  };
}

/** With its caller's outcome, and without the client's own secrets in any header. The service's was already redacted. */
function shownRequest(request: RecordedRequest) {
  const isSecret = (name: string) => /auth|cookie|token|secret|password|api-?key/.test(name);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, isSecret(name) ? "[redacted]" : value]);
  return { ...request, headers: Object.fromEntries(headers), outcome: callerOutcome(request) };
}
