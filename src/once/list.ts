import { demandFields, type Fields } from "./input.js";
import type { OnceSnapshot } from "./record.js";
import type { OnceQuery, OnceStore } from "./store.js";

/** Selects keys for a list: all of them by default. `limit` is 100 by default. */
export type OnceListQuery = Partial<OnceQuery>;

const FIELDS: Readonly<Record<keyof OnceQuery, Fields[string]>> = {
  states: "states",
  waitsFor: "waitsFor",
  from: "milliseconds",
  to: "milliseconds",
  unbooked: "boolean",
  after: "text",
  limit: "count",
};

/** Keys in the order of their names. */
export interface OnceList {
  readonly captures: readonly OnceSnapshot[];
  /** Give it as `after` for the next page; undefined on the last page. */
  readonly next?: string | undefined;
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

export async function listOf(store: OnceStore<never>, query: OnceListQuery): Promise<OnceList> {
  demandFields("list", query, FIELDS);
  const { limit = 100 } = query;
  const { records, now } = await store.list({ ...query, limit: limit + 1 });
  const captures = records.slice(0, limit).map((record) => ({ ...record, seenAt: now }));
  return { captures, next: records.length > limit ? captures.at(-1)?.key : undefined, now };
}
