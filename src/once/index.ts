/**
 * One capture per idempotency key, even if workers crash. `Once` needs a client, a store that the workers share, and a
 * `book` function.
 *
 * @packageDocumentation
 */
export type { OnceAdoption } from "./adopt.js";
export type { OnceStopAfter } from "./circuit-breaker.js";
export type {
  OnceBalance,
  OnceByPerson,
  OnceCorrection,
  OnceDecision,
  OnceVersion,
} from "./decisions.js";
export {
  OnceDecisionError,
  OnceStoppedError,
  type OnceStopReason,
  OnceStoreError,
  type OnceUnstored,
} from "./errors.js";
export type { OnceList, OnceListQuery } from "./list.js";
export type { OnceListener } from "./on-change.js";
export { Once, type OnceFinalizeOptions } from "./once.js";
export type { OnceBook, OnceOptions } from "./options.js";
export type {
  OnceCapture,
  OnceHistoryEntry,
  OnceRecord,
  OnceSnapshot,
  OnceState,
  OnceWaitsFor,
  StoredFacts,
  StoredFinalization,
  StoredRequest,
} from "./record.js";
export type { OnceReport, ReportTotal } from "./report.js";
export type { OnceAuthorization } from "./request.js";
export type {
  OnceChange,
  OnceChanged,
  OnceCount,
  OnceCounts,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceStore,
} from "./store.js";
