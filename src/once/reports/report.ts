import type { Decimal } from "../../index.js";
import { Exact } from "../../model/amount.js";
import { readFields, required } from "../../model/fields.js";
import * as is from "../../model/is.js";
import type { OnceEntry, OnceState } from "../entry.js";
import { entryOf, type OnceRecord, openExpiryOf } from "../record.js";
import { read } from "../stores/document.js";
import type { OnceQuery, OnceStore } from "../stores/store.js";

/** The number and sum of the keys with one state, currency and payment method. */
export interface ReportTotal {
  readonly state: OnceState;
  readonly currencyCode: string;
  readonly paymentMethod: string;
  readonly count: number;
  /** The exact sum of their amounts. */
  readonly amount: Decimal;
}

const SHAPE = {
  from: required(is.date, "give the Date on which the period begins"),
  to: required(is.date, "give the Date on which it ends"),
};

/** The keys of a period, read in one pass. */
export interface OnceReport {
  /**
   * Each key but those that were withdrawn, with the service's `transactionId` and `batchId` in its `finalization`. They
   * can be read once.
   */
  readonly entries: AsyncIterable<OnceEntry>;
  /** Reads the rest of `entries`. Resolves to the sums of exactly the entries that were read. */
  totals(): Promise<readonly ReportTotal[]>;
}

/**
 * Pages of records, one after the other.
 *
 * @param isAhead - Whether each page is read while the one before it is worked on.
 */
export async function* pagesOf(store: OnceStore<never>, query: OnceQuery, isAhead = false) {
  const readAfter = (last: OnceRecord) => {
    const afterTime = query.sortBy === "stateSince" ? last.stateSince : openExpiryOf(last);
    return store.list({ ...query, after: last.key, afterTime });
  };
  let reading = store.list(query);
  for (;;) {
    const { documents, now } = await reading;
    const records = documents.map((document) => read(document, store));
    const last = records.length < query.limit ? undefined : records.at(-1);
    const ahead = isAhead && last !== undefined ? readAfter(last) : undefined;
    ahead?.catch(() => undefined); // nobody may ask for it
    yield { records, now };
    if (last === undefined) return;
    reading = ahead ?? readAfter(last);
  }
}

export function reportOf(store: OnceStore<never>, period: { readonly from: Date; readonly to: Date }): OnceReport {
  const dates = readFields("report", period, SHAPE);
  const [from, to] = [dates.from.getTime(), dates.to.getTime()];
  const sums = new Map<string, ReportTotal>();
  const add = ({ state, request }: OnceRecord) => {
    const { currencyCode, paymentMethod, totalAmount } = request;
    const group = `${state} ${currencyCode} ${paymentMethod}`;
    const { count, amount } = sums.get(group) ?? { count: 0, amount: new Exact(0) };
    sums.set(group, { state, currencyCode, paymentMethod, count: count + 1, amount: amount.plus(totalAmount) });
  };
  async function* read() {
    let end = to;
    for await (const { records, now } of pagesOf(store, { from, to, sortBy: "stateSince", limit: 1_000 }, true)) {
      end = Math.min(end, now); // a key that changes meanwhile belongs in the next report
      for (const record of records) {
        if (record.stateSince >= end || record.isWithdrawn) continue; // a withdrawn key has no amount
        add(record);
        yield entryOf(record);
      }
    }
  }
  const entries = read();
  return {
    entries,
    async totals() {
      for await (const _ of entries);
      return [...sums.entries()].sort().map(([, total]) => total);
    },
  };
}
