/**
 * One capture per key, whatever crashes: around a client, on a store that several workers share.
 *
 * @packageDocumentation
 */
export type { OnceStopAfter } from "./circuit-breaker.js";
export type { OnceCorrection, OnceDecision, OnceVersion } from "./decisions.js";
export { OnceDecisionError, OnceStoppedError, type OnceStopReason } from "./errors.js";
export { Once, type OnceFinalizeOptions } from "./once.js";
export type { OnceBook, OnceOptions } from "./options.js";
export type {
  OnceCapture,
  OnceHistoryEntry,
  OnceRecord,
  OnceSnapshot,
  OnceState,
  StoredFinalization,
  StoredRequest,
} from "./record.js";
export type { OnceReport, ReportTotal } from "./report.js";
export type { OnceAuthorization } from "./request.js";
export type { OnceChange, OnceKnown, OncePlace, OnceQuery, OnceStore } from "./store.js";
