import type { Decimal } from "../index.js";
import { Exact } from "../model/amount.js";
import type { OnceRecord, OnceState } from "./record.js";

/** From a moment to another: what came into its state from `from` until before `to`. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** How many, and how much of one currency and payment method, in one state. */
export interface ReportTotal {
  readonly state: OnceState;
  readonly currencyCode: string;
  readonly paymentMethod: string;
  readonly count: number;
  /** The exact sum. */
  readonly amount: Decimal;
}

/** A key as it stands, in the terms of the service's settlement file. */
export interface ReportLine {
  readonly key: string;
  readonly state: OnceState;
  readonly currencyCode: string;
  readonly paymentMethod: string;
  readonly amount: Decimal;
  readonly orderId: string | undefined;
  /** Of the authorization. */
  readonly authorizationId: string;
  /** Of the finalization, where the service named it. */
  readonly transactionId: string | undefined;
  readonly batchId: string | undefined;
  readonly isBooked: boolean;
}

/** What a night came to. */
export interface OnceReport {
  readonly totals: readonly ReportTotal[];
  readonly lines: readonly ReportLine[];
}

export function reportOf(records: readonly OnceRecord[]): OnceReport {
  const lines = records.map(lineOf);
  const groups = new Map<string, ReportTotal>();
  for (const { state, currencyCode, paymentMethod, amount } of lines) {
    const group = `${state} ${currencyCode} ${paymentMethod}`;
    const { count, amount: sum } = groups.get(group) ?? { count: 0, amount: new Exact(0) };
    groups.set(group, { state, currencyCode, paymentMethod, count: count + 1, amount: sum.plus(amount) });
  }
  return { totals: [...groups.entries()].sort().map(([, total]) => total), lines };
}

function lineOf({ key, state, request, finalization, isBooked }: OnceRecord): ReportLine {
  const { currencyCode, paymentMethod, totalAmount, orderId, transactionId: authorizationId } = request;
  const { transactionId, batchId } = finalization;
  const amount = new Exact(totalAmount);
  return {
    key,
    state,
    currencyCode,
    paymentMethod,
    amount,
    orderId,
    authorizationId,
    transactionId,
    batchId,
    isBooked,
  };
}
