/** The keys of one file, as the workers' program stores them. The worklist needs no hooks and no credentials. */
import { OnceReview } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";

export function reviewOf(file: string, create = false) {
  const store = new SqliteOnceStore(file, { create });
  return { store, review: new OnceReview({ store }) };
}
