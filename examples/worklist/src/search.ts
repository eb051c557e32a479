/** Finds the keys that a list shows. */
import type { OnceReview, OnceSnapshot, OnceState } from "merchant-payments/once";
import { type Asked, type Found, filters } from "./list-page.ts";

const PAGE = 20;
const MOST_SEARCHED = 10_000;

export async function found(review: OnceReview, { show, search }: Asked, after: string | undefined): Promise<Found> {
  const isState = show in filters && show !== "person" && show !== "all";
  const query = show === "all" ? {} : isState ? { states: [show as OnceState] } : { waitsFor: "person" as const };
  if (search === "") return await review.list({ ...query, limit: PAGE, after });
  const entries: OnceSnapshot[] = [];
  const exact = await review.get(search);
  if (exact !== undefined) entries.push(exact); // whatever it waits for
  let searched = 0;
  let page = await review.list({ ...query, limit: 1_000, after });
  for (;;) {
    const fits = page.entries.filter((each) => each.key !== exact?.key && hasIn(each, search));
    entries.push(...fits);
    searched += page.entries.length;
    if (page.next === undefined || searched >= MOST_SEARCHED) break;
    page = await review.list({ ...query, limit: 1_000, after: page.next });
  }
  return { entries, now: page.now, isCut: page.next !== undefined };
}

const hasIn = ({ key, request, finalization }: OnceSnapshot, search: string) =>
  [key, request.transactionId, request.orderId, finalization.transactionId].some((each) =>
    each?.toLowerCase().includes(search.toLowerCase()),
  );
