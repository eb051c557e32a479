import type { Amount } from "../../index.js";
import { Exact, sumOf } from "../../model/amount.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { OnceSnapshot, Read, StoredBalance } from "../entry.js";
import { demand } from "../errors.js";
import { INITIAL, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import * as authorization from "./authorization.js";
import type { OnceAuthorization } from "./request.js";
import { fresh, moved, noted, reopened } from "./transition.js";

/** The snapshot that a decision is about, or its three fields. */
export type OnceVersion = Pick<OnceSnapshot, "key" | "version" | "seenAt">;

/**
 * The balance of an authorization, as the back office shows it. If the key's `mayBeCaptured` is true, look it up after the
 * key's `mayArriveUntil`, and after you took the snapshot.
 */
export interface OnceBalance {
  /** What is finalized by all keys together, before refunds: add what was refunded. Required without `differs`. */
  readonly finalized?: Amount | null | undefined;
  /** What is accepted and not completed. Required without `differs`. */
  readonly pending?: Amount | null | undefined;
  /** Why the figures do not show what is decided. Only the person answers for it. */
  readonly differs?: string | null | undefined;
}

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

export type ReadDecision = Omit<Read<OnceDecision>, "balance"> & { readonly balance?: StoredBalance | undefined };

export function decided(known: KnownRecords, seen: OnceVersion, decision: ReadDecision): OnceRecord {
  const { now, others } = known;
  const { as, by, why, balance, books } = decision;
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
  demand(token === undefined || own.mayBeCaptured, `${key} ${HELD}`);
  const isLate = seen.seenAt > own.mayArriveUntil;
  const when = `take a new one after ${new Date(own.mayArriveUntil).toISOString()}, and look up the balance again`;
  demand(isLate || !isOrMayBe, `${key}: an earlier attempt could still arrive when this snapshot was taken: ${when}`);
  demand(balance !== undefined, `${key}: ${as} needs the balance that shows that it was not captured`);
  if (as === "send_again") {
    demandSendable(known, own, balance);
    demandShown(own, others, balance, as);
    return moved({ ...next, recorded: undefined }, "queued", now, { isMarked: true, dueAt: now });
  }
  demandShown(own, others, balance, as);
  const isInBooks = recorded === "captured" || own.isBookTried;
  const remove = `may be in your books: remove it there, and then decide not_captured with books: "removed"`;
  demand(!isInBooks || books === "removed", `${key} ${remove}`);
  const removed = isInBooks ? { recorded: "failed" as const, isBookTried: false } : {};
  return moved({ ...next, ...removed, mayBeCaptured: isOrMayBe && !!balance.differs }, as, now, { dueAt: now });
}

export const HELD = "is held by a worker: take a new snapshot when the worker is done";
const NEWER = "was written by a newer release of merchant-payments: update this program first";

export function asSeen({ own, unreadable, now }: KnownRecords, { key, version, seenAt }: OnceVersion): OnceRecord {
  demand(own !== undefined, `there is no key ${key} in this store: check the key and the merchant`);
  demand(!own.isWithdrawn, `${key} is withdrawn: if it was captured all the same, enter the capture with review.adopt`);
  demand(own.version === version, `${key} has changed since this snapshot: take a new one`);
  demand(seenAt <= now, `${key}: seenAt is in the future, by the store's clock: take a new snapshot`);
  demand(unreadable === undefined, `${unreadable} ${NEWER}`);
  return own;
}

function demandUnmoved(others: readonly OnceRecord[], { key, seenAt }: OnceVersion): void {
  const hasMoved = ({ lastSentAt = -1, stateSince, firstSentAt, history }: OnceRecord) => {
    const isDecided = history.some(({ as, at }) => as !== undefined && at >= seenAt); // perhaps without a request
    return lastSentAt >= seenAt || isDecided || (firstSentAt !== undefined && stateSince >= seenAt);
  };
  const moved = others.find(hasMoved)?.key;
  const anew = "has changed since this snapshot: take a new one, and look up the balance again";
  demand(moved === undefined, `${key}: ${moved} of the same authorization ${anew}`);
}

function demandCaptured(known: KnownRecords, own: OnceRecord, { transactionId, balance }: ReadDecision): void {
  const { key, state, mayBeCaptured } = own;
  const { sameCapture, others } = known;
  const ahead = authorization.aheadOf(known);
  const isNamed = authorization.captureIdOf(own.request, { transactionId }) !== undefined;
  const isFree = !isNamed || sameCapture === undefined;
  const ownCapture =
    "give this key's own capture. If the service gives both the same id, leave transactionId out, and give the balance";
  demand(isFree, `${key}: the capture ${transactionId} is stored as ${sameCapture} already: ${ownCapture}`);
  demand(isNamed || balance !== undefined, `${key}: captured needs the transactionId of the capture, or the balance`);
  const give = "give the transactionId of this capture";
  const whose = `${ahead} of the same authorization is not finished, so that no balance shows which of the two was captured`;
  demand(isNamed || ahead === undefined, `${key}: ${whose}: ${give}`);
  const mayBe = mayBeCaptured || state === "captured";
  const elsewhere = "If somebody else captured it, give the transactionId of that capture";
  demand(isNamed || mayBe, `${key} cannot have been captured by Once. ${elsewhere}`);
  if (balance !== undefined) demandShown(own, others, balance, "captured");
}

function demandSendable(known: KnownRecords, own: OnceRecord, balance: StoredBalance): void {
  const { key, state, recorded, isErased } = own;
  const isOver = state === "captured" || recorded === "captured" || isErased;
  demand(!isOver, `${key} is ${isErased ? "erased" : "captured"}: it must not be sent again`);
  const facts = authorization.factsFor(own, known.others);
  const last = authorization.lastOnceCapture(known.others, facts)?.key;
  const once = `${last} has captured, and ${facts.paymentMethod} is captured once`;
  demand(last === undefined, `${key} must not be sent again: ${once}. Decide not_captured`);
  const ahead = authorization.aheadOf(known);
  demand(ahead === undefined, `${key}: ${ahead} of the same authorization is not finished: decide that key first`);
  demand(!balance.differs, `${key}: send_again needs the balance: give finalized and pending instead of differs`);
}

const IF_REFUNDED =
  'If a refund explains the difference, give balance: { differs: "the reason" }, which only you can check. ';

function demandShown(
  own: OnceRecord,
  others: readonly OnceRecord[],
  { finalized, pending, differs }: StoredBalance,
  as: OnceDecision["as"],
): void {
  if (differs) return;
  const { key } = own;
  demand(finalized !== undefined && pending !== undefined, `${key}: balance needs finalized and pending`);
  const wait = "is still pending. Wait until nothing is pending, and look up the balance again";
  demand(new Exact(pending).isZero(), `${key}: ${pending} ${wait}`);
  const sum = as === "captured" ? authorization.sumWith(own, others) : authorization.sumOfCaptured(others);
  const needed = `${as} needs ${sumOf([sum])}`;
  const find = as === "captured" ? "Find out what was captured" : "If the difference is this capture, decide captured";
  const next = `${find}. ${as === "send_again" ? "" : IF_REFUNDED}Otherwise decide nothing yet`;
  const shown = `${key}: the balance shows ${finalized} finalized`;
  demand(new Exact(finalized).eq(sum), `${shown}, and ${needed}. ${next}`);
  const figures = authorization.reportedBalances([own, ...others]).map((each) => each.totalAmountFinalized ?? "0");
  const more = figures.find((figure) => new Exact(figure).gt(finalized));
  const older = `the service reported ${more} before. Add what was refunded, or look up the balance again later`;
  demand(more === undefined, `${shown}, and ${older}`);
}

/** A capture that was made without `Once`, or one of a withdrawn key. Rules of line items do not apply to it. */
export interface OnceAdoption {
  readonly by: string;
  readonly why: string;
  readonly authorization: OnceAuthorization;
  /**
   * The transaction of the capture itself, not of the authorization. If the service shows none, give another reference that
   * only this capture has, such as its row in the settlement file.
   */
  readonly transactionId: string;
  readonly batchId?: string | null | undefined;
  /** Whether your books already have it. If not, the sweep calls `book`. */
  readonly isRecorded: boolean;
  /** When it was captured; not in the future. */
  readonly at: Date;
  /** Why more was captured than was authorized, if it was. */
  readonly differs?: string | null | undefined;
}

type ReadAdoption = Omit<Read<OnceAdoption>, "authorization">;

export function adopted(known: KnownRecords, given: RequestOfKey, adoption: ReadAdoption): OnceRecord {
  const { own, now, others, sameCapture, unreadable } = known;
  const { by, why, transactionId, batchId, differs, at, isRecorded } = adoption;
  const { key, request } = given;
  const { paymentMethod, authorizedAmount, totalAmount } = request;
  const finalization = { transactionId, batchId };
  const ofSameAmount = others.filter((each) => new Exact(each.request.totalAmount).eq(totalAmount));
  const open = ofSameAmount.find(authorization.isUnfinished)?.key;
  const isUnnamed = (each: OnceRecord) => authorization.captureIdOf(each.request, each.finalization) === undefined;
  const unnamed = ofSameAmount.find((each) => each.state === "captured" && isUnnamed(each))?.key;
  const all = authorization.sumWith({ request }, others);
  const most = isFinalizedOnce(paymentMethod) ? authorizedAmount : new Exact(authorizedAmount).times("1.15");
  const last = authorization.lastOnceCapture(others, request)?.key;

  const check = (isSo: boolean, otherwise: string) => demand(isSo, `${key}: ${otherwise}`);
  const exists = `${key} exists already. Read it with review.get; if it is wrong, call review.decide`;
  demand(own === undefined || own.isWithdrawn, exists);
  demand(unreadable === undefined, `${unreadable} ${NEWER}`);
  demand(at.getTime() <= now, "at must be the past time of the capture");
  const ownId =
    "transactionId must be that of the capture, and not of its authorization. If the service shows none, give another reference that only this capture has, such as its row in the settlement file";
  demand(authorization.captureIdOf(request, finalization) !== undefined, ownId);
  const isStored = `is stored as ${sameCapture} already: do not adopt it again`;
  check(sameCapture === undefined, `the capture ${transactionId} ${isStored}`);
  const isOpen = `${open} has the same amount, is not finished, and may be this capture: decide ${open} first`;
  check(open === undefined, isOpen);
  const decideAgain = `Decide ${unnamed} once more, as captured with its own transactionId. Then adopt this one, if it is another capture`;
  const mayBe = `${unnamed} may be this capture, because its transactionId is not stored`;
  check(unnamed === undefined, `${mayBe}. ${decideAgain}`);
  authorization.demandSameFacts(given, others);
  const once = `${last} has captured, and ${paymentMethod} is captured once: find out which is wrong`;
  check(last === undefined, once);
  const tooMuch = `${all} would be captured of ${authorizedAmount}: check the amounts, or give differs: "the reason"`;
  check(!!differs || new Exact(all).lte(most), `with this capture, ${tooMuch}`);

  const { state, history, closing, version } = own ?? INITIAL; // who withdrew it stays
  const balance = differs === undefined ? undefined : { differs };
  const flags = { state, history, closing, version, isFromPerson: true, isSent: true, finalization };
  const signed = noted({ ...fresh(given, now), ...flags }, { at: now, as: "adopted", by, why, balance });
  const recorded = isRecorded ? ("captured" as const) : undefined;
  const record = moved({ ...signed, recorded }, "captured", now, { dueAt: now, personAt: now });
  return { ...record, stateSince: at.getTime() };
}
