import { basicAuth, PaymentClient } from "merchant-payments";
// biome-ignore format: a list of names
import {
  Once, type OnceAdoption, type OnceAuthorization, type OnceBalance, type OnceCorrection, type OnceCounts, type OnceDecision,
  OnceDecisionError, type OnceEntry, type OnceList, type OnceOptions, type OncePayments, OnceReview, type OnceReviewOptions,
  type OnceSnapshot, type OnceState, type OnceStatus, OnceStoreError, type OnceVersion, type OnceWaitsFor,
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
export const known = (error: unknown) => (error instanceof OnceStoreError ? error.finalization : undefined);
export const isUndecided = (error: unknown) => error instanceof OnceDecisionError;

export interface EveryType<Tx> {
  readonly workers: [OnceOptions<Tx>, OncePayments, OnceAuthorization, OnceStatus, OnceReviewOptions];
  readonly keys: [OnceEntry, OnceSnapshot, OnceState, OnceWaitsFor, OnceList, OnceCounts];
  readonly people: [OnceAdoption, OnceBalance, OnceCorrection, OnceDecision, OnceVersion];
}
