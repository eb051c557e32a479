/** What the balance of an authorization shows of one of its keys. */

import { Exact, sumOf } from "../../model/amount.js";
import type { OnceRecord } from "../record.js";
import { capturedBy, isUnfinished } from "./authorization.js";
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

/** Whether nobody but this key could have changed the balance since the other keys were summed. */
export const isSumCertain = ({ others }: Keys) =>
  capturedBy(others).isFinalizedBeforeCertain && !others.some(isUnfinished);

/** Whether this key's capture and those of the other keys are together more than was authorized. */
export const isTooMuch = (keys: Keys) => new Exact(sumsOf(keys).withThis).gt(factsFor(keys).authorizedAmount);

/** Undefined if another unfinished key or a person's decision is in the sum: then figures show nothing of this key. */
export function shownBy(keys: Keys, { finalized, pending }: Figures): Shown | undefined {
  if (!isSumCertain(keys)) return undefined;
  if (!new Exact(pending).isZero()) return "pending";
  const { without, withThis } = sumsOf(keys);
  if (new Exact(finalized).eq(withThis)) return "captured";
  return new Exact(finalized).eq(without) ? "not_captured" : "other";
}
