/** The fake's state as it is shown outside the process. */

import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { RecordedRequest } from "../service/http/recorded-request.js";
import type { FakeAuthorization } from "../service/rules/authorizations.js";
import type { FakeFinalization } from "../service/rules/finalizations.js";
import type { FakeOrder } from "../service/rules/orders.js";
import { shownFault } from "./listed-faults.js";

/** How many requests are shown, and how many orders where not all of them are. */
const lastFew = 50;

/** What is shown; amounts are text. */
export interface ShownState {
  /** Another one after each reset. */
  readonly run: string;
  readonly merchantId: string;
  readonly totals: Readonly<Record<"orders" | "authorizations" | "finalizations" | "requests", number>>;
  /** What is armed, each fault by its name. */
  readonly armed: readonly object[];
  readonly orders: readonly FakeOrder[];
  readonly authorizations: readonly FakeAuthorization[];
  readonly finalizations: readonly FakeFinalization[];
  /** The last ones, counted from 1. */
  readonly requests: readonly (RecordedRequest & { readonly number: number })[];
}

/** All of it, and the last requests. */
export function wholeState(service: FakePaymentService): ShownState {
  const { run, merchantId, faults, orders, authorizations, finalizations, requests } = service;
  const firstNumber = Math.max(0, requests.length - lastFew) + 1;
  return {
    run,
    merchantId,
    totals: {
      orders: orders.length,
      authorizations: authorizations.length,
      finalizations: finalizations.length,
      requests: requests.length,
    },
    armed: faults.armed.map(shownFault),
    orders,
    authorizations,
    finalizations,
    requests: requests
      .slice(-lastFew)
      .map((request, index) => ({ number: firstNumber + index, ...request, headers: redacted(request.headers) })),
  };
}

/** The last orders with what became of them: what a page can show, and send again at each change. */
export function latestOf(state: ShownState): ShownState {
  const orders = state.orders.slice(-lastFew);
  const shown = new Set(orders.map(({ orderId }) => orderId));
  const isShown = ({ orderId }: { orderId: string }) => shown.has(orderId);
  return {
    ...state,
    orders,
    authorizations: state.authorizations.filter(isShown),
    finalizations: state.finalizations.filter(isShown),
  };
}

/** The client's own headers may carry secrets under any name; the service's one is redacted when it is recorded. */
function redacted(headers: RecordedRequest["headers"]): RecordedRequest["headers"] {
  const isSecret = (name: string) => /auth|cookie|token|secret|password|api-?key/.test(name);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? "[redacted]" : value]),
  );
}
