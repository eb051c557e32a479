/** What stays of a closed key once personal data is erased: all that prevents a second capture. */
import { isClosed } from "./owner.js";
import type { OnceHistoryEntry, OnceRecord, StoredRequest } from "./record.js";
import type { OnceKnown } from "./store.js";

/** The record without bodies, responses and words of people; the same record while something may still happen to it. */
export function erased({ own, now }: OnceKnown, before: number): OnceRecord {
  const record = own as OnceRecord; // it was listed, and nothing is ever deleted
  const { stateSince, mayArriveUntil, dueAt, isErased } = record;
  const isQuiet = isClosed(record) && stateSince < before && mayArriveUntil < now && dueAt === undefined;
  if (isErased || !isQuiet) return record;
  const gone = { response: undefined, reason: undefined, advice: undefined };
  const history = record.history.map(withoutWords);
  return { ...record, ...gone, request: withoutBody(record.request), history, isErased: true };
}

const withoutBody = (request: StoredRequest): StoredRequest => ({ ...request, body: "" });

function withoutWords({ why: _, request, ...entry }: OnceHistoryEntry): OnceHistoryEntry {
  return request === undefined ? entry : { ...entry, request: withoutBody(request) };
}
