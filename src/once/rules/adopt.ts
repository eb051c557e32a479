import { Exact } from "../../model/amount.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import { demand } from "../errors.js";
import { INITIAL, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import { captureIdOf, factsOf, isUnfinished, sameFacts, sumWith } from "./authorization.js";
import type { OnceAuthorization } from "./request.js";
import { whyNoMore } from "./reserve.js";
import { fresh, moved, noted } from "./transition.js";

/** A capture that was made without `Once`, or one of a withdrawn key. Rules of line items do not apply to it. */
export interface OnceAdoption {
  readonly by: string;
  readonly why: string;
  readonly authorization: OnceAuthorization;
  /**
   * The transaction of the capture itself, not of the authorization. If the service shows none, give another reference that only this capture has,
   * such as its row in the settlement file.
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

/** An adoption as it was read. */
export interface ReadAdoption {
  readonly by: string;
  readonly why: string;
  readonly transactionId: string;
  readonly batchId?: string | undefined;
  readonly isRecorded: boolean;
  readonly at: Date;
  readonly differs?: string | undefined;
}

/** Enters a capture that is not stored yet. @throws OnceDecisionError if it may be stored already. */
export function adopted(known: KnownRecords, given: RequestOfKey, adoption: ReadAdoption): OnceRecord {
  const { own, now, others, sameCapture, unreadable } = known;
  const { by, why, transactionId, batchId, differs, at } = adoption;
  const { key, request } = given;
  demand(own === undefined || own.isWithdrawn, `${key} exists already: look at it, and decide if it is wrong`);
  demand(
    unreadable === undefined,
    `a newer release of merchant-payments wrote ${unreadable}: update this program first`,
  );
  demand(at.getTime() <= now, "at must have passed: when it was captured");
  const finalization = { transactionId, batchId };
  demand(
    captureIdOf(request, finalization) !== undefined,
    "transactionId must be that of the capture, and not of its authorization",
  );
  demand(sameCapture === undefined, `${key}: the capture ${transactionId} is stored as ${sameCapture} already`);
  const ofSameAmount = others.filter((each) => new Exact(each.request.totalAmount).eq(request.totalAmount));
  const open = ofSameAmount.find(isUnfinished)?.key;
  demand(
    open === undefined,
    `${key}: ${open} has the same amount, is not finished, and may be this capture: decide ${open} first`,
  );
  const unnamed = ofSameAmount.find(
    (each) => each.state === "captured" && captureIdOf(each.request, each.finalization) === undefined,
  )?.key;
  const mayBeStored = `${key}: ${unnamed} has captured the same amount, and its transactionId is not stored, so that it may be this capture. Decide ${unnamed} captured again, with its transactionId, and then adopt this one`;
  demand(unnamed === undefined, mayBeStored);
  const facts = factsOf(others);
  const differ = `${key}: its paymentMethod, authorizedAmount and currencyCode must be those of the authorization's other keys`;
  demand(facts === undefined || sameFacts(facts, request), differ);
  const { paymentMethod, authorizedAmount } = request;
  const last = isFinalizedOnce(paymentMethod) ? others.find(({ state }) => state === "captured") : undefined;
  demand(last === undefined, `${key}: ${last && whyNoMore(last, request)}. Find out which of the two is wrong`);
  const most = isFinalizedOnce(paymentMethod) ? authorizedAmount : new Exact(authorizedAmount).times("1.15");
  const all = sumWith({ request }, others);
  const tooMuch = `${key}: with this capture, ${all} would be captured of ${authorizedAmount}: check the amounts, or give differs: "the reason"`;
  demand(differs || new Exact(all).lte(most), tooMuch);

  const { state, history, closing, version } = own ?? INITIAL; // who withdrew it stays
  const balance = differs === undefined ? undefined : { differs };
  const entered = {
    ...fresh(given, now),
    state,
    history,
    closing,
    version,
    isFromPerson: true,
    isSent: true,
    finalization,
  };
  const signed = noted(entered, { at: now, as: "adopted", by, why, balance });
  const recorded = adoption.isRecorded ? ("captured" as const) : undefined;
  return {
    ...moved({ ...signed, recorded }, "captured", now, { dueAt: now, personAt: now }),
    stateSince: at.getTime(),
  };
}
