/** Where a page of a list begins. In a list by a time, that is a time and a key: the key may have changed since. */

import type { OnceSnapshot } from "../entry.js";
import { openExpiryOf } from "../record.js";
import type { OnceQuery } from "../stores/store.js";

type ListPlace = Pick<OnceQuery, "after" | "afterTime">;
type SortBy = OnceQuery["sortBy"];

/** Reads the `next` of the page before. @throws TypeError */
export function placeOf(next: string | undefined, sortBy: SortBy): ListPlace {
  if (sortBy === "key" || next === undefined) return { after: next };
  const place = /^(-?\d*) (.+)/s.exec(next);
  if (place === null) throw new TypeError(`list: after must be the next of a page that is sorted by ${sortBy}`);
  const [, time, after] = place;
  return { after, afterTime: time === "" ? undefined : Number(time) };
}

/** The `next` of a page that ends with this key. */
export function nextOf(last: OnceSnapshot, sortBy: SortBy): string {
  if (sortBy === "key") return last.key;
  return `${(sortBy === "stateSince" ? last.stateSince : openExpiryOf(last)) ?? ""} ${last.key}`;
}
