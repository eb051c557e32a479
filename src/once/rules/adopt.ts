import { Exact } from "../../model/amount.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { Read } from "../entry.js";
import { demand } from "../errors.js";
import { INITIAL, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import { captureIdOf, demandSameFacts, isUnfinished, lastOnceCapture, sumWith } from "./authorization.js";
import { NEWER } from "./decide.js";
import type { OnceAuthorization } from "./request.js";
import { fresh, moved, noted } from "./transition.js";

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
  /** The settlement batch of the capture. */
  readonly batchId?: string | null | undefined;
  /** Whether your books already have it. If not, the sweep calls `book`. */
  readonly isRecorded: boolean;
  /** When it was captured; not in the future. */
  readonly at: Date;
  /** Why more was captured than was authorized, if it was. */
  readonly differs?: string | null | undefined;
}

export function adopted(
  known: KnownRecords,
  given: RequestOfKey,
  adoption: Omit<Read<OnceAdoption>, "authorization">,
): OnceRecord {
  const { own, now, others, sameCapture, unreadable } = known;
  const { by, why, transactionId, batchId, differs, at, isRecorded } = adoption;
  const { key, request } = given;
  const { paymentMethod, authorizedAmount, totalAmount } = request;
  const finalization = { transactionId, batchId };
  const ofSameAmount = others.filter((each) => new Exact(each.request.totalAmount).eq(totalAmount));
  const open = ofSameAmount.find(isUnfinished)?.key;
  const isUnnamed = (each: OnceRecord) => captureIdOf(each.request, each.finalization) === undefined;
  const unnamed = ofSameAmount.find((each) => each.state === "captured" && isUnnamed(each))?.key;
  const all = sumWith({ request }, others);
  const most = isFinalizedOnce(paymentMethod) ? authorizedAmount : new Exact(authorizedAmount).times("1.15");
  const last = lastOnceCapture(others, request)?.key;

  const check = (isSo: boolean, otherwise: string) => demand(isSo, `${key}: ${otherwise}`);
  demand(
    own === undefined || own.isWithdrawn,
    `${key} exists already. Read it with review.get; if it is wrong, call review.decide`,
  );
  demand(unreadable === undefined, `${unreadable} ${NEWER}`);
  demand(at.getTime() <= now, "at must be the past time of the capture");
  const ownId =
    "transactionId must be that of the capture, and not of its authorization. If the service shows none, give another reference that only this capture has, such as its row in the settlement file";
  demand(captureIdOf(request, finalization) !== undefined, ownId);
  check(
    sameCapture === undefined,
    `the capture ${transactionId} is stored as ${sameCapture} already: do not adopt it again`,
  );
  const isOpen = `${open} has the same amount, is not finished, and may be this capture: decide ${open} first`;
  check(open === undefined, isOpen);
  const decideAgain = `Decide ${unnamed} once more, as captured with its own transactionId. Then adopt this one, if it is another capture`;
  check(
    unnamed === undefined,
    `${unnamed} may be this capture, because its transactionId is not stored. ${decideAgain}`,
  );
  demandSameFacts(given, others);
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
