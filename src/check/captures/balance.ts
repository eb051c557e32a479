import { Decimal } from "../../index.js";
import { figureText } from "../amounts.js";
import type { Observation } from "../observation.js";

/** What was captured on an authorization and completed, and what was accepted and is not completed. */
export interface Balance {
  readonly finalized: Decimal;
  readonly pending: Decimal;
}

const ZERO = new Decimal(0);

export const NOTHING: Balance = { finalized: ZERO, pending: ZERO };

/** What the figures show; undefined if there are none. The client takes a pending amount that is left out for 0. */
export function balanceIn({ figures }: Observation): Balance | undefined {
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = figures;
  if (finalized === undefined && !pending?.gt(0)) return undefined;
  return { finalized: finalized ?? ZERO, pending: pending ?? ZERO };
}

export const isEqual = (one: Balance, other: Balance) =>
  one.finalized.eq(other.finalized) && one.pending.eq(other.pending);

export const takenOf = ({ finalized, pending }: Balance) => finalized.plus(pending);

export const balanceText = ({ finalized, pending }: Balance) =>
  `${figureText(finalized)} finalized and ${figureText(pending)} pending`;
