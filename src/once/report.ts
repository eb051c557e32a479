import type { Decimal } from "../index.js";
import { Exact } from "../model/amount.js";
import { captureOf, type OnceCapture, type OnceRecord, type OnceState } from "./record.js";
import type { OncePage, OnceQuery, OnceStore } from "./store.js";

/** How many, and how much of one currency and payment method, in one state. */
export interface ReportTotal {
  readonly state: OnceState;
  readonly currencyCode: string;
  readonly paymentMethod: string;
  readonly count: number;
  /** The exact sum. */
  readonly amount: Decimal;
}

/** The keys of a period, read in one pass. */
export interface OnceReport {
  /** Each key, with the service's own `transactionId` and `batchId` in its `finalization`. It can be read once. */
  readonly captures: AsyncIterable<OnceCapture>;
  /** Reads what is left of `captures`. Resolves to the sums of exactly the captures that were read. */
  totals(): Promise<readonly ReportTotal[]>;
}

/** Pages of a list, one after the other. */
export async function* pagesOf(store: OnceStore<never>, query: OnceQuery): AsyncGenerator<OncePage> {
  for (let after = query.after; ; ) {
    const page = await store.list({ ...query, after });
    yield page;
    if (page.records.length < query.limit) return;
    after = page.records.at(-1)?.key;
  }
}

export function reportOf(store: OnceStore<never>, from: number, to: number): OnceReport {
  const sums = new Map<string, ReportTotal>();
  const add = ({ state, request }: OnceRecord) => {
    const { currencyCode, paymentMethod, totalAmount } = request;
    const group = `${state} ${currencyCode} ${paymentMethod}`;
    const { count, amount } = sums.get(group) ?? { count: 0, amount: new Exact(0) };
    sums.set(group, { state, currencyCode, paymentMethod, count: count + 1, amount: amount.plus(totalAmount) });
  };
  async function* read() {
    let end = to;
    for await (const { records, now } of pagesOf(store, { from, to, limit: 1_000 })) {
      end = Math.min(end, now); // what changes meanwhile is of the next report
      for (const record of records) {
        if (record.stateSince >= end) continue;
        add(record);
        yield captureOf(record);
      }
    }
  }
  const captures = read();
  return {
    captures,
    async totals() {
      for await (const _ of captures);
      return [...sums.entries()].sort().map(([, total]) => total);
    },
  };
}
