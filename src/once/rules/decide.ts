/** A person's decisions about a key. */

import type { OnceSnapshot, StoredBalance } from "../entry.js";
import { demand } from "../errors.js";
import type { KnownRecords, OnceRecord } from "../record.js";
import { aheadOf, captureIdOf, factsFor, lastOnceCapture } from "./authorization.js";
import { demandShown, type OnceBalance } from "./evidence.js";
import { moved, noted, reopened } from "./transition.js";

/** The snapshot that a decision is about, or its three fields. */
export type OnceVersion = Pick<OnceSnapshot, "key" | "version" | "seenAt">;

/**
 * A person's decision about a key, by evidence from after its snapshot.
 *
 * - `captured`: the money moved. It needs the `transactionId` of the capture, or a `balance` in which the other keys'
 *   captures and this one are finalized and nothing is pending. Then the sweep calls `book`.
 * - `not_captured`: no money moved. It needs a `balance` in which the other keys' captures are finalized and nothing is
 *   pending. Then the sweep calls `fail`. If `book` may have written it, remove it from your books first, and say
 *   `books: "removed"`.
 * - `send_again`: no money moved, and the sweep sends it. It needs the same `balance`, without `differs`.
 */
export interface OnceDecision {
  readonly as: "captured" | "not_captured" | "send_again";
  /** Who decides. `erase` keeps it. */
  readonly by: string;
  /** The reason. `erase` removes it. */
  readonly why: string;
  readonly balance?: OnceBalance | null | undefined;
  /** Of `captured`: the transaction of the capture itself, not of the authorization. */
  readonly transactionId?: string | null | undefined;
  /** Of `captured`: the settlement batch of the capture. */
  readonly batchId?: string | null | undefined;
  /** Of `not_captured`: that the capture is not in your books any more. */
  readonly books?: "removed" | null | undefined;
}

/** A decision as it was read: without nulls, and amounts as decimal text. */
export type ReadDecision = Pick<OnceDecision, "as" | "by" | "why"> & {
  readonly balance?: StoredBalance | undefined;
  readonly transactionId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly books?: "removed" | undefined;
};

/** Applies a decision. @throws OnceDecisionError if it is refused. */
export function decided(known: KnownRecords, seen: OnceVersion, decision: ReadDecision): OnceRecord {
  const { now, others } = known;
  const { as, by, why, balance } = decision;
  const own = asSeen(known, seen);
  const { key, state, token, recorded, finalization } = own;
  demandUnmoved(others, seen);
  const signed = noted(own, { at: now, as, by, why, balance });
  const next = reopened({ ...signed, reason: `${as}, decided by ${by}: ${why}` }, now);
  if (as === "captured") {
    demandCaptured(known, own, decision);
    const { transactionId = finalization.transactionId, batchId = finalization.batchId } = decision;
    return moved({ ...next, finalization: { ...finalization, transactionId, batchId } }, as, now, { dueAt: now });
  }

  const isOrMayBe = own.mayBeCaptured || state === "captured";
  demand(token === undefined || own.mayBeCaptured, `${key} is held by a worker: take a new snapshot when it is done`);
  const isPast = Math.min(seen.seenAt, now) > own.mayArriveUntil;
  const when = new Date(own.mayArriveUntil).toISOString();
  const tooEarly = `an earlier attempt could still arrive when this snapshot was taken: take a new one after ${when}`;
  demand(isPast || !isOrMayBe, `${key}: ${tooEarly}, and look up the balance again`);
  demand(balance !== undefined, `${key}: ${as} needs the balance that shows that it was not captured`);
  if (as === "send_again") demandSendable(known, own, balance);
  demandShown(own, others, balance, "not_captured");
  if (as === "send_again")
    return moved({ ...next, recorded: undefined }, "queued", now, { isMarked: true, dueAt: now });
  const isInBooks = recorded === "captured" || own.isBookTried;
  const remove = `may be in your books: remove it there, and then decide not_captured with books: "removed"`;
  demand(!isInBooks || decision.books === "removed", `${key} ${remove}`);
  const books = isInBooks ? { recorded: "failed" as const, isBookTried: false } : {};
  return moved({ ...next, ...books, mayBeCaptured: isOrMayBe && !!balance.differs }, as, now, { dueAt: now });
}

export const NEWER = "was written by a newer release of merchant-payments: update this program first";

/** The record, if it is as the person saw it. @throws OnceDecisionError */
export function asSeen({ own, unreadable }: KnownRecords, { key, version }: OnceVersion): OnceRecord {
  demand(own !== undefined, `there is no key ${key}`);
  demand(!own.isWithdrawn, `${key} is withdrawn: if it was captured all the same, enter the capture with adopt`);
  demand(own.version === version, `${key} has changed since this snapshot: take a new one`);
  demand(unreadable === undefined, `${unreadable} ${NEWER}`);
  return own;
}

/** Demands that no other key can have changed the balance since the person looked. @throws OnceDecisionError */
function demandUnmoved(others: readonly OnceRecord[], { key, seenAt }: OnceVersion): void {
  const hasMoved = ({ lastSentAt = -1, stateSince, firstSentAt, history }: OnceRecord) => {
    const isAdopted = history.some(({ as, at }) => as === "adopted" && at >= seenAt);
    return lastSentAt >= seenAt || isAdopted || (firstSentAt !== undefined && stateSince >= seenAt);
  };
  const moved = others.find(hasMoved)?.key;
  const anew = "has changed since this snapshot: take a new one, and look up the balance again";
  demand(moved === undefined, `${key}: ${moved} of the same authorization ${anew}`);
}

function demandCaptured(known: KnownRecords, own: OnceRecord, { transactionId, balance }: ReadDecision): void {
  const { key } = own;
  const { sameCapture, others } = known;
  const ahead = aheadOf(known);
  const isNamed = captureIdOf(own.request, { transactionId }) !== undefined;
  demand(
    !isNamed || sameCapture === undefined,
    `${key}: the capture ${transactionId} is stored as ${sameCapture} already`,
  );
  demand(isNamed || balance !== undefined, `${key}: captured needs the transactionId of the capture, or the balance`);
  const give = "give the transactionId of this capture";
  const whose = `${ahead} of the same authorization is not finished, so that no balance shows which of the two was captured`;
  demand(isNamed || ahead === undefined, `${key}: ${whose}: ${give}`);
  const mayBe = own.mayBeCaptured || own.state === "captured";
  demand(isNamed || mayBe, `${key} cannot have been captured, as far as is known: ${give}`);
  if (balance !== undefined) demandShown(own, others, balance, "captured");
}

function demandSendable(known: KnownRecords, own: OnceRecord, balance: StoredBalance): void {
  const { key, state, recorded, isErased } = own;
  const isOver = state === "captured" || recorded === "captured" || isErased;
  demand(!isOver, `${key} is ${isErased ? "erased" : "captured"}: it must not be sent again`);
  const facts = factsFor(own, known.others);
  const last = lastOnceCapture(known.others, facts)?.key;
  const once = `${last} has captured, and ${facts.paymentMethod} is captured once`;
  demand(last === undefined, `${key} must not be sent again: ${once}. Decide not_captured`);
  const ahead = aheadOf(known);
  demand(ahead === undefined, `${key}: ${ahead} of the same authorization is not finished: decide that key first`);
  demand(
    !balance.differs,
    `${key} must not be sent again without figures that show that it was not captured: leave out differs`,
  );
}
