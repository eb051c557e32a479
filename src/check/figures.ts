/** Amounts, and the balance that a response shows of an authorization. */
import { type Amount, currencyDecimals, Decimal, type ReportedFinalization } from "../index.js";

/** What was captured on an authorization and completed, and what was accepted and is not completed. */
export type Balance = { readonly finalized: Decimal; readonly pending: Decimal };

const ZERO = new Decimal(0);
export const NOTHING: Balance = { finalized: ZERO, pending: ZERO };

/** What the figures show; undefined if there are none. The client takes a pending amount that is left out for 0. */
export function balanceIn(figures: ReportedFinalization): Balance | undefined {
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = figures;
  if (finalized === undefined && !pending?.gt(0)) return undefined;
  return { finalized: finalized ?? ZERO, pending: pending ?? ZERO };
}

export const takenOf = ({ finalized, pending }: Balance) => finalized.plus(pending);

/** Writes an amount with the decimals of its currency. */
export const amountIn = (currencyCode: string, amount: Amount) =>
  new Decimal(amount).toFixed(currencyDecimals(currencyCode) ?? 2);
/** Writes a figure with at least two decimals. */
export const figureText = (figure: Decimal) => figure.toFixed(Math.max(2, figure.decimalPlaces()));
export const balanceText = ({ finalized, pending }: Balance) =>
  `${figureText(finalized)} finalized and ${figureText(pending)} pending`;
