import type { Decimal } from "../index.js";
import { Exact } from "../model/amount.js";
import { captureOf, type OnceCapture, type OnceRecord, type OnceState } from "./record.js";

/** How many, and how much of one currency and payment method, in one state. */
export interface ReportTotal {
  readonly state: OnceState;
  readonly currencyCode: string;
  readonly paymentMethod: string;
  readonly count: number;
  /** The exact sum. */
  readonly amount: Decimal;
}

/** What a night came to. */
export interface OnceReport {
  readonly totals: readonly ReportTotal[];
  /** Each key, with the service's own `transactionId` and `batchId` in its `finalization`. */
  readonly captures: readonly OnceCapture[];
}

export function reportOf(records: readonly OnceRecord[]): OnceReport {
  const groups = new Map<string, ReportTotal>();
  for (const { state, request } of records) {
    const { currencyCode, paymentMethod, totalAmount } = request;
    const group = `${state} ${currencyCode} ${paymentMethod}`;
    const { count, amount } = groups.get(group) ?? { count: 0, amount: new Exact(0) };
    groups.set(group, { state, currencyCode, paymentMethod, count: count + 1, amount: amount.plus(totalAmount) });
  }
  return { totals: [...groups.entries()].sort().map(([, total]) => total), captures: records.map(captureOf) };
}
