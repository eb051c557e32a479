/** The fake's state as it is shown outside the process. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { RecordedRequest } from "../service/http/recorded-request.js";
import type { FakeAuthorization } from "../service/rules/authorizations.js";
import type { FakeFinalization } from "../service/rules/finalizations.js";
import type { FakeOrder } from "../service/rules/orders.js";
import type { LateRequest } from "../service/state/late-requests.js";
import { type ArmedByName, armedByName } from "./listed-faults.js";

/** What is shown; amounts are text. */
export interface ShownState {
  /** Another one after each reset. */
  readonly run: string;
  readonly merchantId: string;
  readonly totals: Readonly<Record<"orders" | "authorizations" | "finalizations" | "requests", number>>;
  /** By the service's clock. */
  readonly now: string;
  readonly armed: readonly ArmedByName[];
  /** On their way to the service. */
  readonly late: readonly LateRequest[];
  readonly orders: readonly FakeOrder[];
  readonly authorizations: readonly FakeAuthorization[];
  readonly finalizations: readonly FakeFinalization[];
  readonly requests: readonly RecordedRequest[];
}

const maxShown = 50;

/** All of it, of the requests those that are kept. */
export function wholeState(service: FakePaymentService): ShownState {
  const { orders, authorizations, finalizations, requests } = service;
  return { ...summary(service), orders, authorizations, finalizations, requests: requests.map(withoutSecrets) };
}

/** The requests that came after the one with this number, as far as they are kept. */
export function requestsAfter({ requests }: FakePaymentService, number: number): readonly RecordedRequest[] {
  return requests.filter((request) => request.number > number).map(withoutSecrets);
}

/** The last orders, with what became of them, and the last requests: no more than a page can show at each change. */
export function latestState(service: FakePaymentService): ShownState {
  const {
    requests,
    ledger: { books },
  } = service;
  const orders = service.orders.slice(-maxShown);
  const authorizations = orders.flatMap(({ orderId }) => books.authorizations.ofGroup(orderId));
  const finalizations = authorizations.flatMap(({ transactionId }) => books.finalizations.ofGroup(transactionId));
  const shown = requests.slice(-maxShown).map(withoutSecrets);
  return { ...summary(service), orders, authorizations, finalizations, requests: shown };
}

function summary(service: FakePaymentService) {
  const { run, merchantId, clock, faults, late, orders, authorizations, finalizations, requestCount } = service;
  const totals = {
    orders: orders.length,
    authorizations: authorizations.length,
    finalizations: finalizations.length,
    requests: requestCount,
  };
  const now = clock.now().toISOString();
  return { run, merchantId, now, totals, armed: faults.armed.map(armedByName), late };
}

/** Hides the client's own secrets, under whatever header; the service's password was redacted when it came. */
function withoutSecrets(request: RecordedRequest): RecordedRequest {
  const isSecret = (name: string) => /auth|cookie|token|secret|password|api-?key/.test(name);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, isSecret(name) ? "[redacted]" : value]);
  return { ...request, headers: Object.fromEntries(headers) };
}
