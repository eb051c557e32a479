import { currencyDecimals, Decimal } from "../index.js";

/** Writes an amount with the decimals of its currency. */
export const amountIn = (currencyCode: string, amount: string | Decimal) =>
  new Decimal(amount).toFixed(currencyDecimals(currencyCode) ?? 2);

/** Writes a figure with at least two decimals. */
export const figureText = (figure: Decimal) => figure.toFixed(Math.max(2, figure.decimalPlaces()));
