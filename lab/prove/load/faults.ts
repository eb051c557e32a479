/** The faults of the service, and how a call with each of them must end. */
import { type FakeFault, fault } from "merchant-payments/testing";

/**
 * `as processed`: a result if the service did it, else its rejection. `status alone`: the same, but a success lacks its ids.
 * Otherwise, the outcome of the error.
 */
export type End = "as processed" | "status alone" | "rejected" | "unknown";

/** No response calls a processed call rejected, because no client could find that out. */
const frequent: readonly (readonly [FakeFault, End])[] = [
  [fault.delay(20), "as processed"],
  [fault.trickle(2), "as processed"],
  [fault.duplicate(), "as processed"],
  [fault.incomplete(), "status alone"],
  [fault.drop(), "unknown"],
  [fault.loseResponse(), "unknown"],
  [fault.truncate(), "unknown"],
  [fault.html(), "unknown"],
  [fault.html({ committed: true }), "unknown"],
  [fault.empty({ committed: true }), "unknown"],
  [fault.wrongEnvelope({ committed: true }), "unknown"],
  [fault.response({ httpStatus: 302, contentType: null, body: "" }), "unknown"],
  [fault.status(503, { envelope: true, committed: true }), "unknown"],
  [fault.status(502, { committed: true }), "unknown"],
  [fault.error("INTERNAL_ERROR"), "unknown"],
  [fault.error("INTERNAL_ERROR", { committed: true }), "unknown"],
  [fault.error("MERCHANT_ACCT_READ_ONLY"), "rejected"],
  [fault.status(403), "unknown"],
  [fault.status(429, { envelope: true }), "rejected"],
];

/** Faults that hold their caller until the deadline. */
const rare: readonly (readonly [FakeFault, End])[] = [
  [fault.stallHeaders(), "unknown"],
  [fault.stallHeaders({ committed: false }), "unknown"],
  [fault.stallBody(), "unknown"],
  [fault.late(0), "unknown"],
];

export const frequentFaults = frequent.map(([each]) => each);
export const rareFaults = rare.map(([each]) => each);

/** By the name of the fault in the service's record of a request. */
export const endOf: ReadonlyMap<string, End> = new Map([...frequent, ...rare].map(([{ name }, end]) => [name, end]));
