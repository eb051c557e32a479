/** The fake's state as it is shown outside the process. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { RecordedRequest } from "../service/http/recorded-request.js";
import type { FakeAuthorization } from "../service/rules/authorizations.js";
import type { FakeFinalization } from "../service/rules/finalizations.js";
import type { FakeOrder } from "../service/rules/orders.js";
import { type ArmedByName, armedByName } from "./listed-faults.js";

/** What is shown; amounts are text. */
export interface ShownState {
  /** Another one after each reset. */
  readonly run: string;
  readonly merchantId: string;
  readonly totals: Readonly<Record<"orders" | "authorizations" | "finalizations" | "requests", number>>;
  readonly armed: readonly ArmedByName[];
  readonly orders: readonly FakeOrder[];
  readonly authorizations: readonly FakeAuthorization[];
  readonly finalizations: readonly FakeFinalization[];
  /** The last ones. */
  readonly requests: readonly ShownRequest[];
}

/** A request with its number, counted from 1. */
export type ShownRequest = RecordedRequest & { readonly number: number };

const maxShown = 50;

/** All of it, but of the requests only the last ones. */
export function wholeState(service: FakePaymentService): ShownState {
  const { run, merchantId, faults, orders, authorizations, finalizations, requests } = service;
  const firstNumber = Math.max(0, requests.length - maxShown) + 1;
  return {
    run,
    merchantId,
    totals: {
      orders: orders.length,
      authorizations: authorizations.length,
      finalizations: finalizations.length,
      requests: requests.length,
    },
    armed: faults.armed.map(armedByName),
    orders,
    authorizations,
    finalizations,
    requests: requests
      .slice(-maxShown)
      .map((request, index) => ({ number: firstNumber + index, ...request, headers: redacted(request.headers) })),
  };
}

/** Of the orders too only the last ones, with what became of them: no more than a page can show at each change. */
export function latestState(service: FakePaymentService): ShownState {
  const state = wholeState(service);
  const orders = state.orders.slice(-maxShown);
  const orderIds = new Set(orders.map(({ orderId }) => orderId));
  const isShown = ({ orderId }: { readonly orderId: string }) => orderIds.has(orderId);
  return {
    ...state,
    orders,
    authorizations: state.authorizations.filter(isShown),
    finalizations: state.finalizations.filter(isShown),
  };
}

/** Hides the client's own secrets, under whatever header; the service's password was redacted when it came. */
function redacted(headers: RecordedRequest["headers"]): RecordedRequest["headers"] {
  const isSecret = (name: string) => /auth|cookie|token|secret|password|api-?key/.test(name);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? "[redacted]" : value]),
  );
}
