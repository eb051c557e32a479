import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, OnceDecisionError, OnceReview, OnceStoreError } from "merchant-payments/once";

// biome-ignore format: a list of names
export type {
  OnceAdoption, OnceAuthorization, OnceBalance, OnceCorrection, OnceCounts, OnceDecision, OnceEntry, OnceList, OnceOptions,
  OncePayments, OnceReviewOptions, OnceSnapshot, OnceState, OnceStatus, OnceVersion, OnceWaitsFor,
} from "merchant-payments/once";

import { type PostgresClient, PostgresOnceStore, type PostgresPool } from "merchant-payments/once/postgres";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";

const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth: basicAuth("merchant-1", "fake") });
export const embedded = new Once({
  payments,
  store: new SqliteOnceStore(":memory:", { merchant: "merchant-1" }),
  book: (db) => db.exec("select 1"),
  fail: () => undefined,
  onChange: ({ key, waitsFor }, cause) => [key, waitsFor, cause],
});
export const shared = (pool: PostgresPool) =>
  new Once({
    payments,
    store: new PostgresOnceStore<PostgresClient>(pool, { schema: "payments" }),
    book: (tx, { key }) => tx.query("select $1", [key]),
    fail: async () => undefined,
  });
export const review = new OnceReview({ store: new SqliteOnceStore(":memory:") });
export const forPerson = () => review.list({ waitsFor: "person" });
export const methods = {
  finalize: embedded.finalize.bind(embedded),
  sweep: () => embedded.sweep(),
  decide: review.decide.bind(review),
};
export const known = (error: unknown) => (error instanceof OnceStoreError ? error.finalization : undefined);
export const isUndecided = (error: unknown) => error instanceof OnceDecisionError;
