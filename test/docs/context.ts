/**
 * What the code on the pages assumes: an order of 125.00 SEK at the fake, authorized by card, and the reader's own
 * functions. Each block gets a fresh context.
 */
import { trace } from "@opentelemetry/api";
import { basicAuth, Decimal } from "merchant-payments";
import { Once, OnceReview } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { paymentTelemetry } from "merchant-payments/opentelemetry";
import { FakePaymentService, rejection } from "merchant-payments/testing";
import { zod } from "../operations/custom/described.js";
import { clientOfFake, order } from "../support/client.js";
import { passTime } from "../support/time.js";

export function contextOfABlock() {
  const service = new FakePaymentService({ now: () => new Date("2026-01-15T12:00:00Z") });
  const { merchantId, password } = service;
  const baseUrl = "https://payments.example.com/api";
  const auth = basicAuth(merchantId, password);
  const payments = clientOfFake(service, { fetch: pausing(service.fetch) });

  const sold = { paymentMethod: "card", totalAmount: "125.00", orderNumber: "ORDER-1001" } as const;
  const { orderId, transactionId } = service.sell(sold);
  respondToCustomOperations(service);

  const store = new SqliteOnceStore(":memory:");
  const once = new Once({ payments, store, book: () => undefined, fail: () => undefined });
  const review = new OnceReview({ store, preview: payments.preview.bind(payments) });
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;
  const made = { service, merchantId, password, baseUrl, auth, payments, store, once, review, authorization };
  const finalization = { orderId, transactionId, totalAmount: order.totalAmount };
  return { ...made, order, ...order, orderId, transactionId, finalization, pLimit, ...readers, ...observed };
}

export type Context = ReturnType<typeof contextOfABlock>;

/** Responds as a service with these operations would. */
function respondToCustomOperations(service: FakePaymentService): void {
  const annulled = new Set<string>();
  service.on(zod.initializePayment, ({ order }) => {
    const sessionId = `S-${order?.orderNumber}`;
    return { sessionId, url: `https://pay.example.com/${sessionId}` };
  });
  service.on(zod.annulPayment, ({ input: { transactionId } }) => {
    if (annulled.has(transactionId)) return rejection("PAYMENT_ANNULLED");
    annulled.add(transactionId);
    return { totalAmountAnnulled: new Decimal("125.00") };
  });
  service.on(zod.findPayment, () => ({ state: "open", finalized: [new Decimal("100.00"), new Decimal("12.50")] }));
}

/**
 * Time stands still while a block runs. After a failed request, it advances by the longest pause before another
 * attempt.
 */
function pausing(fetch: FakePaymentService["fetch"]): FakePaymentService["fetch"] {
  return (input, init) =>
    fetch(input, init).catch((error: unknown) => {
      void passTime(500);
      throw error;
    });
}

/** What a reader would write. Here these functions do nothing. */
const readers = {
  markPending: (_orderId: string, _transactionId: string) => undefined,
  markCaptured: (_orderId: string, _transactionId?: string, _response?: unknown) => undefined,
  markRejected: (_orderId: string, _why: string | undefined) => undefined,
  tryAgainLater: (_orderId: string) => undefined,
  reportBug: (_error: Error) => undefined,
  stopWorker: (_advice: string) => undefined,
  alertSomebody: (_shipment: string, _reason: string | undefined) => undefined,
  storeForReview: (_orderId: string, _record: object) => undefined,
  yourOwnListener: (_event: unknown) => undefined,
};

/** Stands for the export of p-limit, which is not installed here. */
const pLimit =
  (_concurrency: number) =>
  <T>(run: () => Promise<T>) =>
    run();

/** For the guide on observability. */
const observed = {
  trace,
  paymentTelemetry,
  span: trace.getTracer("shop").startSpan("checkout"),
  country: "SE",
  /** Stands for a logger of pino. */
  logger: {
    info: (_facts: object) => undefined,
    child: (_bindings: object, _options: object) => ({ error: (_facts: object, _text: string) => undefined }),
  },
  /** Stands for `@sentry/node`, which is not installed here. */
  Sentry: {
    init: (_options: { dsn: string; integrations: object[] }) => undefined,
    httpIntegration: (options: { ignoreOutgoingRequests(url: string): boolean }) => options,
  },
  /** Stands for the export of a package that is not installed here. */
  HttpInstrumentation: class {
    readonly config: { ignoreOutgoingRequestHook(request: { hostname?: string }): boolean };
    constructor(config: { ignoreOutgoingRequestHook(request: { hostname?: string }): boolean }) {
      this.config = config;
    }
  },
};
