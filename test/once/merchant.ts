/** A merchant with a worker, a store and books, and a service to capture at. Time passes only where a test says so. */
import type { DatabaseSync } from "node:sqlite";
import { type Auth, basicAuth, type Finalization, PaymentClient } from "merchant-payments";
import { Once, type OnceOptions, type OncePayments, OnceReview, type OnceSnapshot } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService, type SellOptions } from "merchant-payments/testing";
import { onTestFinished, vi } from "vitest";

export const signed = { by: "Åsa", why: "seen in the back office" };
export const none = { finalized: "0", pending: "0" };

/** A wrapper of a client, with some methods of its own. */
export const wrapped = (payments: PaymentClient, own: Partial<OncePayments> = {}): OncePayments => ({
  timeoutMs: payments.timeoutMs,
  sendAgain: payments.sendAgain,
  meaningOf: payments.meaningOf.bind(payments),
  preview: payments.preview.bind(payments),
  resolveFinalization: payments.resolveFinalization.bind(payments),
  finalize: payments.finalize.bind(payments),
  ...own,
});

export type Options = Partial<OnceOptions<DatabaseSync>>;

export function merchant(options: Options = {}, service = new FakePaymentService()) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"], now: Date.UTC(2026, 0, 15) });
  onTestFinished(() => void vi.useRealTimers());
  const account = { password: service.password };
  const auth: Auth = (request) => basicAuth(service.merchantId, account.password)(request);
  const client = (fetch: typeof globalThis.fetch = service.fetch, more: object = {}) =>
    new PaymentClient({
      baseUrl: "https://payments.example.com/api",
      auth,
      fetch,
      maxRetries: 0,
      resolve: { sendAgain: ["card", "invoice", "installments", "paypal", "swish", "other"] },
      ...more,
    });
  const store = new SqliteOnceStore(":memory:");
  const books: string[] = [];
  const worker = (more: Options = {}) =>
    new Once<DatabaseSync>({
      payments: client(),
      store,
      book: (_db, { key, closing, request }) => void books.push(`${key}.${closing} ${request.totalAmount}`),
      fail: (_db, { key, closing }) => void books.push(`${key}.${closing} failed`),
      ...options,
      ...more,
    });
  const once = worker();
  const payments = client();
  const review = new OnceReview({ store, preview: payments.preview.bind(payments) });
  /** A sale, and the call that captures it under a key. */
  const sell = (sold: Partial<SellOptions> = {}) => {
    const { paymentMethod = "paypal", totalAmount = "100.00", currencyCode = "SEK" } = sold;
    const sale = service.sell({ paymentMethod, totalAmount, currencyCode, ...sold });
    const authorization = { paymentMethod, authorizedAmount: totalAmount as string, currencyCode };
    const capture = (key: string, more: Partial<Finalization> = {}, by = once) =>
      by.finalize(key, { ...sale, ...more }, { authorization });
    return { ...sale, authorization, capture };
  };
  const taken = () => service.finalizations.map(({ totalAmount }) => totalAmount);
  const pass = (ms: number) => void vi.advanceTimersByTime(ms);
  const snapshot = async (key: string) => (await review.get(key)) as OnceSnapshot;
  return { service, account, client, store, books, worker, once, review, sell, taken, pass, snapshot };
}
