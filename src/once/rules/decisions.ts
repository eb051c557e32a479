/** A person's decisions about a key. Pure functions over a record. */

import { type FieldRule, fields } from "../../model/fields.js";
import { any, listOf, milliseconds, storableText } from "../../model/is.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { OnceLookedUp, OnceSnapshot } from "../entry.js";
import { demand } from "../errors.js";
import type { KnownRecords, OnceRecord } from "../record.js";
import { isUndisturbed, trimmed, whyNoMore } from "./authorization.js";
import {
  demandCaptured,
  demandNotCaptured,
  demandNotYetCaptured,
  type OnceBalance,
  type OnceDifferingBalance,
  ownTransactionId,
  readBalance,
} from "./balance.js";
import type { Keys } from "./shown.js";
import { factsFor, isEligible, moved, noted, reopened, type Terms } from "./transition.js";

/** Who decides, and why. Both are required, and stored in the key's history. */
export interface OnceByPerson {
  /** Who decides. `erase` keeps it. */
  readonly by: string;
  /** The reason. `erase` removes it. */
  readonly why: string;
}

/**
 * A person's decision about a key. While a worker holds a key with `mayBeCaptured: false`, only `captured` is possible.
 *
 * - `captured`: the money moved. The capture is booked, unless it already is. A `balance` that shows it is required if
 *   more than the authorized amount would be captured; the `transactionId` of the capture, while another key of the
 *   authorization is unfinished.
 * - `not_captured`: no money moved. If `mayBeCaptured` is true, the snapshot must be taken after `mayArriveUntil`, and a
 *   `balance` is required, unless every attempt ended with a key that means `rejected`. A booked capture also needs
 *   `unbook`.
 * - `send_again`: no money moved, and the sweep sends the request; it uses `resolveFinalization` where that is safe. If
 *   `mayBeCaptured` is true, the snapshot must be taken after `mayArriveUntil`. It is invalid for card, invoice and
 *   installments if another key of the authorization is captured.
 *
 * A decision or an adoption can change the questions about the other keys of the authorization. `decide` does not notice
 * that, so take new snapshots of those keys.
 *
 * Every `balance` must show what is decided: nothing pending, and as `finalized` the other keys' captures, for `captured`
 * with this one. If another key is unfinished or was captured by a decision, `captured` and `not_captured` store any
 * balance; a `pending` key is `not_captured` only if nothing is pending. `{ differs }` takes the place of a balance that
 * shows it, but not for `send_again`.
 *
 * A `balance` may be the snapshot's `lookedUp`. It must be the stored one. For `not_captured` and `send_again`, its equal
 * reads must begin more than 5 minutes after `mayArriveUntil`, and span 5 minutes for card, invoice and installments, and
 * `personAfterMs` for every other method.
 */
export type OnceDecision = OnceByPerson & {
  /**
   * Keys of the entry's `blockedKeys` that the sweep sends once this key is decided, each as it was listed. The others
   * wait for their deliveries.
   */
  readonly sendBlocked?: readonly OnceVersion[] | null | undefined;
} & (
    | {
        readonly as: "captured";
        /** The transaction of the capture itself. @defaultValue what the service reported */
        readonly transactionId?: string | null | undefined;
        /** The settlement batch of the capture. @defaultValue what the service reported */
        readonly batchId?: string | null | undefined;
        readonly balance?: OnceBalance | OnceDifferingBalance | OnceLookedUp | null | undefined;
      }
    | {
        readonly as: "not_captured";
        readonly balance?: OnceBalance | OnceDifferingBalance | OnceLookedUp | null | undefined;
      }
    | { readonly as: "send_again"; readonly balance: OnceBalance | OnceLookedUp }
  );

/** Its amounts are read where the rules are; that of a look-up has times. */
const BALANCE = fields({ finalized: any, pending: any, differs: storableText, since: milliseconds, at: milliseconds });
export const SIGNED = { by: storableText, why: storableText, balance: BALANCE };

/** The snapshot that a decision is about, or its three fields. */
export type OnceVersion = Pick<OnceSnapshot, "key" | "version" | "seenAt">;

/** Copies the three fields. */
export const versionRule: FieldRule<OnceVersion> = (value, fault) => {
  const { key, version, seenAt } = (value ?? {}) as OnceVersion;
  const isOne = typeof key === "string" && typeof version === "number" && typeof seenAt === "number";
  if (isOne) return { key, version, seenAt };
  return fault("must be a snapshot of once.get or once.list, or its key, version and seenAt");
};

export const DECISION_FIELDS = {
  ...SIGNED,
  as: storableText,
  transactionId: storableText,
  batchId: storableText,
  sendBlocked: listOf(versionRule),
};

const DECISIONS = ["captured", "not_captured", "send_again"];

/** Applies a decision. @throws OnceDecisionError if it is invalid. */
export function decided(known: KnownRecords, seen: OnceVersion, decision: OnceDecision, terms: Terms) {
  const { own, now, others } = known;
  const { as, by, why } = decision;
  demand(DECISIONS.includes(as), `as must be one of ${DECISIONS.join(", ")}`);
  const current = asSeen(own, seen, decision);
  const { key, state } = current;
  const balance = readBalance(decision.balance);
  // A held key is in flight, and a captured one was captured as the service said: a person who denies it may be wrong.
  const mayBeCaptured = current.mayBeCaptured || current.token !== undefined || state === "captured";
  const reason = `${as}, decided by ${by}: ${why}`;
  const signed = noted(current, { at: now, by, why, balance: balance?.kept });
  const next = reopened({ ...signed, mayBeCaptured, reason }, now);
  if (as === "captured") {
    const transactionId = ownTransactionId({ own: current, others }, trimmed(decision.transactionId), balance);
    const batchId = trimmed(decision.batchId) ?? current.finalization.batchId;
    const captured = { ...next, finalization: { ...current.finalization, transactionId, batchId } };
    demandCaptured({ own: captured, others }, balance, terms);
    return moved(captured, "captured", now);
  }
  demandNothingArrives(current, seen, now);
  if (as === "not_captured") {
    demandNotCaptured({ own: { ...current, mayBeCaptured }, others }, balance, terms);
    return moved(next, "not_captured", now);
  }
  const notAgain = `${key} is ${current.isErased ? "erased" : state}: it must not be sent again`;
  demand(state !== "captured" && !current.isErased, notAgain);
  demandNotYetCaptured({ own: current, others }, balance, terms);
  demandNotUsedUp({ own: current, others });
  const isRepeatable = mayBeCaptured && isUndisturbed(current, others) && isEligible(current, others, terms);
  if (isRepeatable) return moved(next, "unknown", now, { repeats: 0, dueAt: now });
  return moved(next, "retryable", now, { rejections: 0, decidedAt: now, dueAt: now });
}

/** Demands that the contract allows a further capture, beside those that the balance shows. */
function demandNotUsedUp(keys: Keys): void {
  const facts = factsFor(keys);
  const last = isFinalizedOnce(facts.paymentMethod) ? keys.others.find(({ state }) => state === "captured") : undefined;
  const why = last && whyNoMore(last, facts);
  demand(why === undefined, `${keys.own.key} must not be sent again: ${why}. Decide not_captured, with this balance`);
}

export function asSeen(
  own: OnceRecord | undefined,
  { key, version }: OnceVersion,
  { by, why }: OnceByPerson,
): OnceRecord {
  demand(by && why, "by and why are required: who decides, and for what reason");
  demand(own !== undefined, `there is no key ${key}`);
  const noRequest = `${key} was withdrawn before a delivery, so that it has no request: if it was captured all the same, enter the capture with once.adopt`;
  demand(!own.isWithdrawn, noRequest);
  demand(own.version === version, `${key} has changed since this snapshot: take a new one`);
  return own;
}

/** Demands that no earlier attempt can still arrive. */
export function demandNothingArrives(own: OnceRecord, { seenAt }: OnceVersion, now: number): void {
  const { key, mayBeCaptured, token, mayArriveUntil } = own;
  demand(
    token === undefined || mayBeCaptured,
    `${key} is held by a worker: take a new snapshot when the worker is done`,
  );
  const when = new Date(mayArriveUntil).toISOString();
  const isPast = !mayBeCaptured || Math.min(seenAt, now) >= mayArriveUntil;
  const tooEarly = `${key}: an earlier attempt could still arrive when this snapshot was taken: take a new snapshot after ${when}, and look up the balance again`;
  demand(isPast, tooEarly);
}
