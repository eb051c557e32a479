/**
 * One capture per idempotency key, even if workers crash. `Once` is for workers: it needs a client, a store that they share,
 * and two hooks. `OnceReview` is for people: it needs the store alone.
 * @packageDocumentation
 */

export type { OnceEntry, OnceSnapshot, OnceState, OnceWaitsFor } from "./entry.js";
export { OnceDecisionError, OnceStoreError } from "./errors.js";
export { Once } from "./once.js";
export type { OnceOptions, OncePayments, OnceReviewOptions } from "./options.js";
export { OnceReview } from "./review.js";
export type { OnceAdoption, OnceBalance, OnceDecision, OnceVersion } from "./rules/decide.js";
export type { OnceAuthorization } from "./rules/request.js";
export type { OnceCorrection } from "./rules/withdraw.js";
export type { OnceCounts, OnceList } from "./stores/queries.js";
export type { OnceStatus } from "./worker/circuit-breaker.js";
