import { basicAuth, PaymentClient } from "merchant-payments";
// biome-ignore format: a list of names
import {
  Once, type OnceAdoption, type OnceAuthorization, type OnceBalance, type OnceBook, type OnceBookCause,
  type OnceBooking, type OnceByPerson,type OnceChange, type OnceChanged, type OnceCorrection, type OnceCount, type OnceCounts,
  type OnceDecision, OnceDecisionError, type OnceDifferingBalance,
  type OnceEntry, type OnceErasure, type OnceFinalizeOptions, type OnceFound, type OnceGivenBalance, type OnceHistoryEntry, type OnceKnown, type OnceList,type OnceListEntry, 
  type OnceListener, type OnceListQuery, type OnceLookedUp, type OnceOptions, type OncePage, type OncePayments, type OncePlace, type OnceQuery,type OnceReport, type OnceRow, type OnceSnapshot, type OnceStartOptions, type OnceState, type OnceStopAfter, OnceStoppedError,
  type OnceStopReason, type OnceStore, OnceStoreError, type OnceVersion, type OnceWaitsFor,
  type ReportTotal, type StoredFacts, type StoredFinalization, type StoredRequest,
} from "merchant-payments/once";
// biome-ignore format: a list of names
import {
  type PostgresClient, PostgresOnceStore, type PostgresOnceStoreOptions, type PostgresPool, postgresMigrations,
} from "merchant-payments/once/postgres";
import { SqliteOnceStore, type SqliteOnceStoreOptions } from "merchant-payments/once/sqlite";

const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth: basicAuth("merchant-1", "fake") });
export const embedded = new Once({
  payments,
  store: new SqliteOnceStore(":memory:", { merchant: "merchant-1" }),
  book: (db) => db.exec("select 1"),
  onChange: ({ key, waitsFor }, cause) => [key, waitsFor, cause],
});
export const shared = (pool: PostgresPool<PostgresClient>) =>
  new Once({ payments, store: new PostgresOnceStore(pool), book: (tx, { key }) => tx.query("select $1", [key]) });
export const migrations = postgresMigrations;
export const isUnknown = ({ state }: OnceEntry) => state === "unknown";
export const forPerson = () => embedded.list({ waitsFor: "person" });
export const stopReason = (error: unknown) => error instanceof OnceStoppedError && error.reason;
export const known = (error: unknown) => (error instanceof OnceStoreError ? error.finalization : undefined);
export const isUndecided = (error: unknown) => error instanceof OnceDecisionError;

export interface EveryType<Tx> {
  readonly options: [
    OnceOptions<Tx>,
    OnceBook<Tx>,
    OnceListener,
    OnceStopAfter,
    OnceStopReason,
    OnceFinalizeOptions,
    OnceStartOptions,
  ];
  readonly stores: [OnceStore<Tx>, PostgresOnceStoreOptions, SqliteOnceStoreOptions];
  readonly changes: [OnceChange<Tx>, OnceChanged, OnceKnown, OncePlace];
  readonly records: [
    OnceBookCause,
    OnceBooking,
    OncePayments,
    OnceFound,
    OnceRow,
    OnceSnapshot,
    OnceState,
    OnceWaitsFor,
    OnceHistoryEntry,
    OnceGivenBalance,
  ];
  readonly stored: [StoredFacts, StoredFinalization, StoredRequest];
  readonly lists: [
    OnceLookedUp,
    OnceList,
    OnceListEntry,
    OnceListQuery,
    OnceQuery,
    OnceErasure,
    OncePage,
    OnceCount,
    OnceCounts,
    OnceReport,
    ReportTotal,
  ];
  readonly people: [
    OnceAdoption,
    OnceBalance,
    OnceByPerson,
    OnceCorrection,
    OnceDecision,
    OnceDifferingBalance,
    OnceVersion,
  ];
  readonly asked: OnceAuthorization;
}
