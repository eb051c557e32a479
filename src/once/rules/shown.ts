/** What the balance of an authorization shows of one of its keys. */

import { Exact, sumOf } from "../../model/amount.js";
import type { OnceRecord } from "../record.js";
import { capturedBy, hasDiffered, isCapturedByPerson, isUnfinished } from "./authorization.js";
import { factsFor } from "./transition.js";

/** A key, and the other keys of its authorization. */
export interface Keys {
  readonly own: OnceRecord;
  readonly others: readonly OnceRecord[];
}

/** Finalized and pending amounts, as decimal text. */
export interface Figures {
  readonly finalized: string;
  readonly pending: string;
}

/** What the figures show of the key. */
export type Shown = "captured" | "not_captured" | "pending" | "other";

/** The sum of the other keys' captures, without this key's amount and with it. */
export function sumsOf({ own, others }: Keys) {
  const { finalizedBefore: without } = capturedBy(others);
  return { without, withThis: sumOf([without, own.request.totalAmount]) };
}

/** Whether the sum of the other keys is what the service captured, so that the balance shows what became of this key. */
export const isSumCertain = ({ others }: Keys) =>
  !others.some((each) => isUnfinished(each) || isCapturedByPerson(each) || hasDiffered(each));

/** Whether this key's capture and those of the other keys are together more than was authorized. */
export const isTooMuch = (keys: Keys) => new Exact(sumsOf(keys).withThis).gt(factsFor(keys).authorizedAmount);

/** What the service said is left, if that is less than the key's amount although nothing of it was captured. */
export function leftBelowAmount(keys: Keys): string | undefined {
  const { request, finalization } = keys.own;
  const { without } = sumsOf(keys);
  const { totalAmountFinalized = without, totalAmountPendingFinalization = "0" } = finalization;
  const { amountRemainingForFinalize: left } = finalization;
  const isUntouched = new Exact(totalAmountFinalized).eq(without) && new Exact(totalAmountPendingFinalization).isZero();
  return left !== undefined && isUntouched && new Exact(left).lt(request.totalAmount) ? left : undefined;
}

/** Undefined if another unfinished key or a person's decision is in the sum: then figures show nothing of this key. */
export function shownBy(keys: Keys, { finalized, pending }: Figures): Shown | undefined {
  if (!isSumCertain(keys)) return undefined;
  if (!new Exact(pending).isZero()) return "pending";
  const { without, withThis } = sumsOf(keys);
  if (new Exact(finalized).eq(withThis)) return "captured";
  return new Exact(finalized).eq(without) ? "not_captured" : "other";
}
