/** Where a page of a list begins. In a list by `expiresAt`, that is a time and a key: the key may have changed since. */

import type { OnceSnapshot } from "../entry.js";
import { openExpiryOf } from "../record.js";
import type { OnceQuery } from "../stores/store.js";

type Place = Pick<OnceQuery, "after" | "afterExpiresAt">;
type SortBy = OnceQuery["sortBy"];

/** Reads the `next` of the page before. @throws TypeError */
export function placeOf(next: string | undefined, sortBy: SortBy): Place {
  if (sortBy !== "expiresAt" || next === undefined) return { after: next };
  const [, time, after] = /^(-?\d*) (.+)$/s.exec(next) ?? [];
  if (after === undefined) throw new TypeError("list: after must be the next of a page that is sorted by expiresAt");
  return { after, afterExpiresAt: time === "" ? undefined : Number(time) };
}

/** The `next` of a page that ends with this key. */
export const nextOf = (last: OnceSnapshot, sortBy: SortBy): string =>
  sortBy === "expiresAt" ? `${openExpiryOf(last) ?? ""} ${last.key}` : last.key;
