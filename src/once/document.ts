/** How a record becomes what a store keeps: the columns that it searches by, and a document that only this file reads. */
import { INITIAL, type KnownRecords, type OnceRecord } from "./record.js";
import { storedCaptureId } from "./rules/authorization.js";
import { isBare } from "./rules/withdraw.js";
import { ascii, FORMAT } from "./stores/sql.js";
import { type OnceKnown, type OnceRow, permanent, type StoredDocument } from "./stores/store.js";

const CALLS: readonly string[] = ["queued", "unknown", "pending"];

export function write({ merchant: _, ...record }: OnceRecord): OnceRow {
  const { key, authorizationId, version, state, stateSince, waitsFor, dueAt, personAt, token } = record;
  const needsCall = token === undefined && CALLS.includes(state);
  const found = { key, authorizationId, captureId: storedCaptureId(record), version, state, stateSince, waitsFor };
  const initial: Readonly<Record<string, unknown>> = INITIAL;
  const isNew = ([name, value]: [string, unknown]) => value !== initial[name];
  const document = ascii(JSON.stringify(Object.fromEntries(Object.entries(record).filter(isNew)))); // small for years
  return { ...found, dueAt, needsCall, personAt, isErased: isBare(record), format: FORMAT, document };
}

export function read(document: string, merchant: string): OnceRecord {
  return { ...INITIAL, ...(JSON.parse(document) as OnceRecord), merchant: merchant || undefined };
}

/** @throws Error that is permanent, if a newer release wrote the key. */
export function readKnown({ now, own, others, sameCapture }: OnceKnown, merchant: string): KnownRecords {
  if (own !== undefined && !isKnown(own)) {
    throw permanent(`a newer release of merchant-payments wrote ${own.key}: update this program to that release`);
  }
  const readable = others.filter(isKnown).map(({ document }) => read(document, merchant));
  const ownRecord = own && read(own.document, merchant);
  const records = ownRecord === undefined ? readable : [ownRecord, ...readable];
  const latest = Math.max(now, ...records.map(({ changedAt }) => changedAt)); // the clock may have been set back
  const unreadable = others.find((each) => !isKnown(each))?.key;
  return { now: latest, own: ownRecord, others: readable, unreadable, sameCapture };
}

const isKnown = ({ format }: StoredDocument) => format <= FORMAT;
