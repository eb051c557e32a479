import { demandFields, type Fields } from "./input.js";
import type { OnceSnapshot } from "./record.js";
import type { OnceQuery, OnceStore } from "./store.js";

/** Selects the keys of a list, by default all. A page has at most `limit` keys, by default 100. */
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

/** A page of keys, sorted by key. */
export interface OnceList {
  /** The keys, with their request bodies: do not log them. */
  readonly captures: readonly OnceSnapshot[];
  /** The `after` of the next page; undefined on the last page. */
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
