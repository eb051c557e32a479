/**
 * One capture per key, whatever crashes: around a client, on a store that several workers share.
 *
 * @packageDocumentation
 */
export type { Decision, Look, Signed } from "./decisions.js";
export { OnceDecisionError, OnceStoppedError, type StopReason } from "./errors.js";
export type { StopAfter } from "./circuit-breaker.js";
export { Once, type OnceFinalizeOptions } from "./once.js";
export type { Book, OnceOptions } from "./options.js";
export type {
  OnceCapture,
  OnceHistoryEntry,
  OnceLook,
  OnceRecord,
  OnceState,
  StoredFinalization,
  StoredRequest,
} from "./record.js";
export type { OnceReport, ReportTotal } from "./report.js";
export type { OnceAuthorization } from "./request.js";
export type { Change, Known, OnceQuery, OnceStore, Place } from "./store.js";
