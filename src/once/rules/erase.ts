/** Erases the personal data of a closed key. Everything that prevents a second capture stays. */

import type { OnceHistoryEntry, StoredRequest } from "../entry.js";
import { isBare, type OnceRecord } from "../record.js";
import { isClosed } from "./owner.js";
import { NOT_LOOKED_UP } from "./transition.js";

/** The record without personal data; the same record if something may still happen to it. */
export function erased(record: OnceRecord, now: number, before: number): OnceRecord {
  const { stateSince, mayArriveUntil, dueAt } = record;
  const isQuiet = isClosed(record) && stateSince < before && mayArriveUntil < now && dueAt === undefined;
  return isQuiet ? withoutWords(record) : record;
}

/** The record without bodies, responses and reasons; the same record if it has none. */
export function withoutWords(record: OnceRecord): OnceRecord {
  if (isBare(record)) return record;
  const gone = { response: undefined, reason: undefined, advice: undefined, ...NOT_LOOKED_UP };
  const history = record.history.map(withoutWhy);
  return { ...record, ...gone, request: withoutBody(record.request), history, isErased: true };
}

const withoutBody = (request: StoredRequest): StoredRequest => ({ ...request, body: "" });

function withoutWhy({ why: _, request, balance, ...entry }: OnceHistoryEntry): OnceHistoryEntry {
  const differs = balance?.differs && ""; // that it differed still counts
  return {
    ...entry,
    ...(request && { request: withoutBody(request) }),
    ...(balance && { balance: { ...balance, differs } }),
  };
}
