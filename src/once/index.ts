/**
 * One capture per idempotency key, even if workers crash. `Once` needs a client, a store that the workers share, and a
 * `book` function.
 *
 * @packageDocumentation
 */

export type {
  OnceBookCause,
  OnceBooking,
  OnceEntry,
  OnceGivenBalance,
  OnceHistoryEntry,
  OnceLookedUp,
  OnceSnapshot,
  OnceState,
  OnceWaitsFor,
  StoredFacts,
  StoredFinalization,
  StoredRequest,
} from "./entry.js";
export {
  OnceDecisionError,
  OnceStoppedError,
  OnceStoreError,
} from "./errors.js";
export { Once } from "./once.js";
export type { OnceBook, OnceFinalizeOptions, OnceOptions } from "./options.js";
export type { OncePayments } from "./payments.js";
export type { OnceListEntry } from "./reports/blocked-keys.js";
export type { OnceList, OnceListQuery } from "./reports/list.js";
export type { OnceReport, ReportTotal } from "./reports/report.js";
export type { OnceAdoption } from "./rules/adopt.js";
export type { OnceBalance, OnceDifferingBalance } from "./rules/balance.js";
export type { OnceCorrection } from "./rules/correct.js";
export type { OnceByPerson, OnceDecision, OnceVersion } from "./rules/decisions.js";
export type { OnceAuthorization } from "./rules/request.js";
export type { OnceStopReason } from "./stop-reasons.js";
export type {
  OnceChange,
  OnceChanged,
  OnceCount,
  OnceCounts,
  OnceErasure,
  OnceFound,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceRow,
  OnceStore,
} from "./stores/store.js";
export type { OnceStopAfter } from "./worker/circuit-breaker.js";
export type { OnceListener } from "./worker/listener.js";
export type { OnceStartOptions } from "./worker/timer.js";
