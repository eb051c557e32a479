/** A merchant with a worker, a store and books, and a service to capture at. Time passes only where a test says so. */
import type { DatabaseSync } from "node:sqlite";
import { basicAuth, type Finalization, PaymentClient } from "merchant-payments";
import { Once, type OnceOptions, type OnceSnapshot } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService, type SellOptions } from "merchant-payments/testing";
import { vi } from "vitest";
import { readRecord } from "./records.js";

export const signed = { by: "Åsa", why: "seen in the back office" };

export type Options = Partial<OnceOptions<DatabaseSync>>;

export function merchant(options: Options = {}, service = new FakePaymentService()) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"], now: Date.UTC(2026, 0, 15) });
  const client = (password = service.password, fetch: typeof globalThis.fetch = service.fetch) =>
    new PaymentClient({
      baseUrl: "https://payments.example.com/api",
      auth: basicAuth(service.merchantId, password),
      fetch,
      maxRetries: 0,
      resolve: { sendAgain: ["card", "invoice", "installments", "paypal", "swish", "other"] },
    });
  const store = new SqliteOnceStore(":memory:");
  const books: string[] = [];
  const worker = (more: Options = {}) =>
    new Once<DatabaseSync>({
      payments: client(),
      store,
      book: (_db, { key, request }) => void books.push(`${key} ${request.totalAmount}`),
      unbook: (_db, { key, request }) => void books.push(`${key} -${request.totalAmount}`),
      ...options,
      ...more,
    });
  const once = worker();
  /** A sale, and the call that captures it under a key. */
  const sell = (sold: Partial<SellOptions> = {}, in_ = once) => {
    const { paymentMethod = "paypal", totalAmount = "100.00", currencyCode = "SEK" } = sold;
    const sale = service.sell({ paymentMethod, totalAmount, currencyCode, ...sold });
    const authorization = { paymentMethod, authorizedAmount: totalAmount as string, currencyCode };
    const capture = async (key: string, more: Partial<Finalization> = {}, by = in_, signal?: AbortSignal) => {
      await by.finalize(key, { ...sale, ...more }, { authorization, signal });
      return snapshot(key);
    };
    return { ...sale, authorization, capture };
  };
  const taken = () => service.finalizations.map(({ totalAmount }) => totalAmount);
  const pass = (ms: number) => void vi.advanceTimersByTime(ms);
  /** A snapshot of a key, with all that is stored about it. */
  const snapshot = async (key: string, by = once) => {
    const seen = await by.get(key);
    return { ...(await readRecord(store, key)), ...(seen as OnceSnapshot) };
  };
  return { service, client, store, books, worker, once, sell, taken, pass, snapshot };
}

export const none = { finalized: "0", pending: "0" };
