/** What the methods of `Once` say of a mistake in their arguments. Nothing is sent, and no key is changed. */
import type { Once } from "merchant-payments/once";
import { expect, test } from "vitest";
import { merchant } from "./merchant.js";

const version = { key: "K-1", version: 1, seenAt: 0 };
const signed = { by: "Åsa", why: "seen" };
const snapshotNeeded = "seen must be a snapshot of once.get or once.list, or its key, version and seenAt";
const states = "blocked, sending, retryable, unknown, pending, captured, rejected, not_captured, parked, conflict";

/** As plain JavaScript may call it. */
type Untyped = { [Name in keyof Once<unknown>]: (...given: readonly unknown[]) => unknown };

const mistakes: readonly [string, (once: Untyped) => unknown, string][] = [
  [
    "finalize with a misspelt option",
    (once) => once.finalize("K-1", {}, { authorisation: {} }),
    "finalize: authorisation is not a known key: did you mean authorization?",
  ],
  [
    "finalize with a retry option",
    (once) => once.finalize("K-1", {}, { retries: 3 }),
    "finalize: retries is not a known key: remove it",
  ],
  [
    "sweep with text for its limit",
    (once) => once.sweep({ limit: "5" }),
    "sweep: limit must be a whole number, 1 or more",
  ],
  [
    "sweep with a misspelt limit",
    (once) => once.sweep({ limt: 5 }),
    "sweep: limt is not a known key: did you mean limit?",
  ],
  ["get without a key", (once) => once.get(undefined), "get: key is required: give the idempotency key"],
  [
    "get with a number",
    (once) => once.get(1001),
    "get: key is a number: write it as text, and keep it as text from the database on, because a long number loses digits",
  ],
  [
    "list with a misspelt filter",
    (once) => once.list({ waitFor: "person" }),
    "list: waitFor is not a known key: did you mean waitsFor?",
  ],
  ["list with a limit of 0", (once) => once.list({ limit: 0 }), "list: limit must be a whole number, 1 or more"],
  [
    "list with a state that is none",
    (once) => once.list({ states: ["open"] }),
    `list: states[0] must be one of ${states}`,
  ],
  ["list with one state", (once) => once.list({ states: "parked" }), "list: states must be a list"],
  [
    "list for somebody else",
    (once) => once.list({ waitsFor: "people" }),
    "list: waitsFor must be one of nobody, delivery, sweep, person",
  ],
  [
    "list in another order",
    (once) => once.list({ sortBy: "dueAt" }),
    "list: sortBy must be one of key, stateSince, expiresAt",
  ],
  ["list with a number", (once) => once.list({ from: 5 }), "list: from must be a valid Date: give new Date(5)"],
  [
    "list with no object",
    (once) => once.list(5),
    "list: the input must be an object with the keys states, waitsFor, from, to, unbooked, statusKey, sortBy, after, limit",
  ],
  ["counts with text for a flag", (once) => once.counts({ closed: "yes" }), "counts: closed must be true or false"],
  [
    "report without a period",
    (once) => once.report(),
    "report: from is required: give the Date on which the period begins; to is required: give the Date on which it ends",
  ],
  [
    "report without an end",
    (once) => once.report({ from: new Date(0) }),
    "report: to is required: give the Date on which it ends",
  ],
  [
    "report with text for dates",
    (once) => once.report({ from: "2026-01-01", to: "2026-02-01" }),
    "report: from must be a valid Date: give new Date(…); to must be a valid Date: give new Date(…)",
  ],
  [
    "report with a date that is none",
    (once) => once.report({ from: new Date("yesterday"), to: new Date() }),
    "report: from must be a valid Date: give new Date(…)",
  ],
  [
    "report with an imitation of a date",
    (once) => once.report({ from: { [Symbol.toStringTag]: "Date", getTime: () => 0 }, to: new Date() }),
    "report: from must be a valid Date: give new Date(…)",
  ],
  [
    "erase without a date",
    (once) => once.erase({}),
    "erase: before is required: give a Date; keys that were closed before it are erased",
  ],
  ["erase with text", (once) => once.erase({ before: "2026" }), "erase: before must be a valid Date: give new Date(…)"],
  ["decide without a snapshot", (once) => once.decide(undefined, signed), snapshotNeeded],
  ["decide with a key alone", (once) => once.decide("K-1", signed), snapshotNeeded],
  ["decide without the key", (once) => once.decide({ ...version, key: undefined }, signed), snapshotNeeded],
  ["decide with text for the version", (once) => once.decide({ ...version, version: "1" }, signed), snapshotNeeded],
  ["decide without the time", (once) => once.decide({ ...version, seenAt: undefined }, signed), snapshotNeeded],
  [
    "decide with a misspelt field",
    (once) => once.decide(version, { ...signed, as: "captured", transactionID: "T-1" }),
    "decide: transactionID is not a known key: did you mean transactionId?",
  ],
  [
    "decide with a number for an identifier",
    (once) => once.decide(version, { ...signed, as: "captured", batchId: 17 }),
    "decide: batchId is a number: write it as text, and keep it as text from the database on, because a long number loses digits",
  ],
  [
    "decide with a NUL in a reason",
    (once) => once.decide(version, { by: "Åsa", why: "\0", as: "captured" }),
    "decide: why must be well-formed text without NUL",
  ],
  [
    "decide with the keys of blocked keys",
    (once) => once.decide(version, { ...signed, as: "captured", sendBlocked: ["K-2"] }),
    "decide: sendBlocked[0] must be a snapshot of once.get or once.list, or its key, version and seenAt",
  ],
  ["correct without a snapshot", (once) => once.correct({ key: "K-1" }, {}, signed), snapshotNeeded],
  [
    "adopt with text for a date",
    (once) => once.adopt("K-1", {}, { ...signed, isBooked: true, at: "2026-01-01" }),
    "adopt: at must be a valid Date: give new Date(…)",
  ],
];

test.each(mistakes)("%s is a mistake", async (_what, call, message) => {
  const { once, service } = merchant();
  await expect((async () => call(once as never))()).rejects.toThrow(new TypeError(message));
  expect(service.requests).toEqual([]);
});

test.each<[string, (once: Untyped) => unknown, string]>([
  ["decide", (once) => once.decide(version), "as must be one of captured, not_captured, send_again"],
  ["correct", (once) => once.correct(version, {}), "transactionId is required"],
  ["adopt", (once) => once.adopt("K-1", {}), "transactionId is required"],
  ["withdraw", (once) => once.withdraw("K-1"), "by and why are required: who decides, and for what reason"],
])("%s without its last argument says what is missing", async (_what, call, message) => {
  const { once, service } = merchant();
  await expect((async () => call(once as never))()).rejects.toThrow(message);
  expect(service.requests).toEqual([]);
});
