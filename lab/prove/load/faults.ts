/** What goes wrong at the service, and how a call that it strikes has to end. */
import { type Fault, fault } from "merchant-payments/testing";

/**
 * `as answered`: in a result where the service did it, and in its rejection where it did not. `status alone`: the same,
 * but that a success lacks its ids. Otherwise the outcome of the error.
 */
export type End = "as answered" | "status alone" | "rejected" | "unknown";

/** None of them lies: no response says "refused" of what was done. Nobody could tell. */
const frequent: readonly (readonly [Fault, End])[] = [
  [fault.delay(20), "as answered"],
  [fault.trickle(2), "as answered"],
  [fault.duplicate(), "as answered"],
  [fault.incomplete, "status alone"],
  [fault.drop, "unknown"],
  [fault.loseResponse, "unknown"],
  [fault.truncate, "unknown"],
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
  [fault.status(403), "rejected"],
  [fault.status(429, { envelope: true }), "rejected"],
];

/** Each holds its caller until the deadline. */
const rare: readonly (readonly [Fault, End])[] = [
  [fault.stallHeaders(), "unknown"],
  [fault.stallHeaders({ committed: false }), "unknown"],
  [fault.stallBody, "unknown"],
  [fault.late(0), "unknown"],
];

export const frequentFaults = frequent.map(([each]) => each);
export const rareFaults = rare.map(([each]) => each);

/** By the name of the fault, as it stands in the service's record of a request. */
export const endOf: ReadonlyMap<string, End> = new Map([...frequent, ...rare].map(([{ name }, end]) => [name, end]));
