import { bareKey } from "../../errors/status-catalogue.js";
import { type FieldRule, readFields } from "../../model/fields.js";
import * as is from "../../model/is.js";
import { owners, states } from "../entry.js";
import type { Terms } from "../rules/transition.js";
import type { OnceQuery, OnceStore } from "../stores/store.js";
import { blockedKeysOf, type OnceListEntry } from "./blocked-keys.js";
import { nextOf, placeOf } from "./list-place.js";
import { pagesOf } from "./report.js";

const SCANNED = 500; // documents that are read at a time to find a status key

/**
 * Selects the keys of a list, by default all. A page has at most `limit` keys, by default 100. A list of a period is
 * sorted by `stateSince`, any other by `key`.
 */
export interface OnceListQuery extends Partial<Omit<OnceQuery, "from" | "to" | "afterTime" | "authorizationIds">> {
  /** Only keys that entered their state at this time or later. */
  readonly from?: Date | undefined;
  /** Only keys that entered their state before this time. */
  readonly to?: Date | undefined;
  /**
   * Only keys of which an attempt ended with this status key, in any letter case. All keys that meet the other
   * conditions are read to find them, so give `waitsFor: "person"` too.
   */
  readonly statusKey?: string | undefined;
  /** The `next` of the page before, from the same query. */
  readonly after?: string | undefined;
}

const WORKLIST: readonly string[] = ["waitsFor", "sortBy", "after", "limit"] satisfies (keyof OnceListQuery)[];

const SHAPE = {
  states: is.listOf(is.oneOf(states)),
  waitsFor: is.oneOf(owners),
  from: is.date,
  to: is.date,
  unbooked: is.flag,
  statusKey: is.storableText,
  sortBy: is.oneOf(["key", "stateSince", "expiresAt"]),
  after: is.storableText,
  limit: is.count,
} satisfies Readonly<Record<keyof OnceListQuery, FieldRule<unknown>>>;

/** A page of keys. */
export interface OnceList {
  /** The keys, with their request bodies: do not log them. */
  readonly entries: readonly OnceListEntry[];
  /** The `after` of the next page; undefined on the last page. */
  readonly next?: string | undefined;
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

export async function listOf(
  { store, terms }: { readonly store: OnceStore<never>; readonly terms: Terms },
  query: OnceListQuery,
): Promise<OnceList> {
  const selected = readFields("list", query, SHAPE);
  const { statusKey, limit = 100, from, to, after, ...more } = selected;
  const { sortBy = from === undefined && to === undefined ? "key" : "stateSince" } = selected;
  const place = placeOf(after, sortBy);
  const period = { from: from?.getTime(), to: to?.getTime(), sortBy };
  const pageSize = statusKey === undefined ? limit + 1 : SCANNED;
  // The list of all that a person must decide leaves out the keys that stand under others.
  const isWorklist = more.waitsFor === "person" && Object.keys(selected).every((name) => WORKLIST.includes(name));
  const found: OnceListEntry[] = [];
  let now = 0;
  for await (const page of pagesOf(store, { ...more, ...place, ...period, limit: pageSize })) {
    now = page.now;
    const records = page.records.filter(
      ({ statusKeyCounts }) => statusKey === undefined || Object.hasOwn(statusKeyCounts, bareKey(statusKey)),
    );
    const { isUnderAnother, entryOf } = await blockedKeysOf(store, records, terms);
    const shown = isWorklist ? records.filter((record) => !isUnderAnother(record)) : records;
    found.push(...shown.map((record) => entryOf(record, page.now)));
    if (found.length > limit) break;
  }
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, next: last && nextOf(last, sortBy), now };
}
