import type { Finalization } from "../../index.js";
import { Exact } from "../../model/amount.js";
import type { FieldRule } from "../../model/fields.js";
import * as is from "../../model/is.js";
import { demand } from "../errors.js";
import type { OncePayments } from "../payments.js";
import { INITIAL, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import { captureIdOf, isUnfinished, sameCaptureOf, sameFacts, trimmed, trustedFacts } from "./authorization.js";
import type { OnceByPerson } from "./decisions.js";
import { demandNewKey } from "./key.js";
import { type OnceAuthorization, requestOf } from "./request.js";
import { fresh, moved, noted, pauseAfter, type Terms } from "./transition.js";

/** A capture that was made without `Once`, or one of a withdrawn key. */
export interface OnceAdoption extends OnceByPerson {
  /** Its facts must agree with those of the authorization's other keys. */
  readonly authorization: OnceAuthorization;
  /**
   * The transaction of the capture itself, not of the authorization. If the service shows none, give another reference
   * that only this capture has, such as its row in the settlement file.
   */
  readonly transactionId?: string | null | undefined;
  /** The settlement batch of the capture. */
  readonly batchId?: string | null | undefined;
  /** Whether your books already have it. If not, the sweep books it. */
  readonly isBooked: boolean;
  /** When it was captured; not in the future. */
  readonly at: Date;
}

export const ADOPTION_FIELDS = {
  by: is.storableText,
  why: is.storableText,
  authorization: is.object(),
  transactionId: is.storableText,
  batchId: is.storableText,
  isBooked: is.flag,
  at: is.date,
} satisfies Readonly<Record<keyof OnceAdoption, FieldRule<unknown>>>;

/** The capture as the key's request. Rules of line items do not apply to what is captured. */
export function adoptedRequest(
  { payments }: { readonly payments: OncePayments },
  key: string,
  { orderId, transactionId, totalAmount }: Finalization,
  authorization: OnceAuthorization | undefined,
): RequestOfKey {
  const { hasLineItems: _, ...facts } = authorization ?? ({} as OnceAuthorization);
  return requestOf({ payments, keyAsInvoiceId: false }, key, { orderId, transactionId, totalAmount }, facts);
}

const ANOTHER_REFERENCE =
  "If the service shows none, give another reference that only this capture has, such as its row in the settlement file";

/** The adoption, with a time that is not after this one. */
export const madeBy = (adoption: OnceAdoption, now: number): OnceAdoption => ({
  ...adoption,
  at: new Date(Math.min(adoption.at.getTime(), now)),
});

/**
 * Enters a capture that was made before the store existed.
 *
 * @throws OnceDecisionError if the adoption is invalid.
 * @throws PaymentValidationError if the key is new and not in NFC.
 */
export function adopted(
  { own, now, others }: KnownRecords,
  given: RequestOfKey,
  adoption: OnceAdoption,
  terms: Terms,
): OnceRecord {
  const { by, why, isBooked, at } = adoption;
  const [transactionId, batchId] = [trimmed(adoption.transactionId), trimmed(adoption.batchId)];
  const { key, request } = given;
  if (own === undefined) demandNewKey(key);
  demand(by && why, "by and why are required: who decides, and for what reason");
  const exists = `${key} exists already: look at it, and use once.decide if it is wrong`;
  demand(own === undefined || own.isWithdrawn, exists);
  demand(at?.getTime() <= now, "at must be a Date that has passed: when it was captured");
  const unsaid = "isBooked must be true or false: whether the capture is in your books already";
  demand(isBooked !== undefined, unsaid);
  const capture = { request, finalization: { transactionId } };
  const same = sameCaptureOf(capture, others);
  const alreadyStored = `${key}: the capture ${transactionId} is stored as ${same?.key} already: do not adopt it again`;
  demand(same === undefined, alreadyStored);
  const ofSameAmount = others.filter((each) => new Exact(each.request.totalAmount).eq(request.totalAmount));
  const open = ofSameAmount.find(isUnfinished);
  const mayBeThis = `${key}: ${open?.key} has the same amount, is not finished, and may be this capture: decide ${open?.key} first`;
  demand(open === undefined, mayBeThis);
  const facts = trustedFacts(others);
  const otherFacts = `${key}: its paymentMethod, authorizedAmount or currencyCode differs from those of its authorization's other keys. Look up which are right, and correct the wrong ones`;
  demand(facts === undefined || sameFacts(facts, request), otherFacts);
  const ofCaptured = ofSameAmount.filter(({ state }) => state === "captured");
  const unnamed = ofCaptured.find((each) => captureIdOf(each) === undefined);
  const mayBeStored = `${key}: ${unnamed?.key} has captured the same amount, and its transactionId is not stored, so that it may be this capture. Decide ${unnamed?.key} captured again, with its transactionId, and then adopt this one with its own. ${ANOTHER_REFERENCE}`;
  demand(unnamed === undefined, mayBeStored);
  const isNamed = captureIdOf(capture) !== undefined;
  const mayBeOneOf = `${key}: ${ofCaptured[0]?.key} has captured the same amount, and may be this capture: give its own transactionId. ${ANOTHER_REFERENCE}`;
  demand(isNamed || ofCaptured.length === 0, mayBeOneOf);
  const flags = { isFromPerson: true, isSent: true, isBooked, finalization: { transactionId, batchId } };
  const { state, history } = own ?? INITIAL; // of a withdrawn key, who withdrew it stays
  const entered = noted({ ...fresh(given, now), ...flags, state, history }, { at: now, by, why });
  const dueAt = isBooked ? undefined : now + pauseAfter(0, terms); // the sweep books it
  return { ...moved(entered, "captured", now, { dueAt }), stateSince: at.getTime() };
}
