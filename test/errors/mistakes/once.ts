/** Mistakes with `Once`: of the worker that delivers a job, and of the person who decides. */
import { Once, type OnceDecision, type OnceRecord } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { decided } from "../../../src/once/decisions.js";
import { delivered } from "../../../src/once/reserve.js";
import { known, MINUTE, record, request, terms } from "../../once/records.js";
import { clientOver } from "../../support/client.js";
import type { Mistake } from "./mistake.js";

const given = { payments: clientOver(undefined), book: () => undefined };
const newOnce = (options: object = {}) => new Once({ ...given, store: new SqliteOnceStore(":memory:"), ...options });
const capture = { transactionId: "202601150000000001", totalAmount: "60.00" };
const now = 40 * MINUTE;

const decide =
  (own: OnceRecord, decision: object, others: readonly OnceRecord[] = [], seenAt = now) =>
  () =>
    decided(
      known(own, now, others),
      { key: "K-1", version: 1, seenAt },
      { by: "mia", why: "seen in the back office", ...decision } as OnceDecision,
      "mine",
      terms,
    );

const deliver = (own: OnceRecord, totalAmount: string) => () =>
  delivered(known(own, now), { key: "K-1", authorization: "A-1", request: { ...request, totalAmount } }, "mine", terms);

const parked = record("parked", { mayBeCaptured: true, mayArriveUntil: 31 * MINUTE });
const captured40 = record("captured", { key: "K-0", request: { ...request, totalAmount: "40.00" } });

export const onceMistakes: readonly Mistake[] = [
  [
    "a delivery without the facts of its authorization",
    () => newOnce().finalize("K-1", capture, { authorization: undefined as never }),
    "finalize: nothing was sent, the input has 3 faults:\n  - options.authorization.paymentMethod is required: add what the customer pays with\n  - options.authorization.authorizedAmount is required: add the full amount of the authorization, not what is left of it\n  - options.authorization.currencyCode is required: add the currency of the order",
  ],
  [
    "a deadline of no time, by which no call could be made",
    () => newOnce({ timeoutMs: 0 }),
    "Once: timeoutMs must be whole milliseconds, 1 to 2147483647",
  ],
  [
    "a job that comes again with another amount",
    deliver(parked, "70.00"),
    "finalize: nothing was sent, the input has a fault:\n  - key stands for another request, which is parked: if this is the same job, correct it with once.correct, because under a new key it can be captured twice; only a different job gets a different key",
  ],
  [
    "to send again although the balance shows less than the other keys captured",
    decide(parked, { as: "send_again", balance: { finalized: "0.00", pending: "0.00" } }, [captured40]),
    "K-1 must not be sent again: 0 is finalized, and the other keys captured 40.00. If the balance has this capture in it, decide captured; otherwise find out first why the two differ",
  ],
  [
    "to send again by a snapshot that is too old",
    decide(parked, { as: "send_again", balance: { finalized: "0.00", pending: "0.00" } }, [], 30 * MINUTE),
    "K-1: an earlier attempt could still arrive when this snapshot was taken: take a new snapshot after 1970-01-01T00:31:00.000Z, and look up the balance again",
  ],
];
