/** How a record becomes what a store keeps: the columns that it searches by, and a document that only this file reads. */
import { NewerFormatError, OnceStoreError } from "../errors.js";
import { INITIAL, isBare, type KnownRecords, nextAt, type OnceRecord, openExpiryOf } from "../record.js";
import { lengthened, shortened } from "./erased-document.js";
import type { OnceKnown, OnceRow, OnceStore } from "./store.js";

/** Rises when an older program must not touch a document. It may touch one with more fields, and keeps them. */
const FORMAT = 2;
const ERASED_FORMAT = 3;

/** The store that a document comes from. Its merchant is not in the document. */
type From = Pick<OnceStore<never>, "merchant">;

type Fields = Readonly<Record<string, unknown>>;

/** Each upgrades the fields of one format to the next. Documents of format 1 have no number. */
const UPGRADES: readonly ((fields: Fields) => Fields)[] = [
  ({ authorization: authorizationId, asked: repeats, history, ...fields }) => ({
    ...withBlocked(fields),
    authorizationId,
    repeats,
    acceptsAnother: (fields.finalization as OnceRecord["finalization"]).canFinalizeAgain === true,
    history: (history as readonly Fields[]).map(withBlocked),
  }),
];

const withBlocked = (fields: Fields) => (fields.state === "waiting" ? { ...fields, state: "blocked" } : fields);

export function write({ merchant: _, ...record }: OnceRecord): OnceRow {
  const { key, authorizationId, version, state, stateSince, waitsFor, isBooked } = record;
  const isUnbooked = state === "captured" && !isBooked;
  const times = { dueAt: nextAt(record), expiresAt: openExpiryOf(record) };
  const isErased = isBare(record);
  const document = JSON.stringify(
    record.isErased ? { format: ERASED_FORMAT, ...shortened(record) } : { format: FORMAT, ...withoutInitial(record) },
  );
  return { key, authorizationId, version, state, stateSince, waitsFor, ...times, isUnbooked, isErased, document };
}

/** Leaves out the fields that `read` adds, because nothing is ever deleted. */
function withoutInitial(record: OnceRecord): Partial<OnceRecord> {
  const initial: Fields = INITIAL;
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name])),
  );
}

/** @throws OnceStoreError if a newer program wrote the document. */
export function read(document: string, { merchant }: From = {}): OnceRecord {
  const { format = 1, ...fields } = JSON.parse(document) as Fields & { readonly format?: number };
  if (format > ERASED_FORMAT) {
    throw new OnceStoreError({ key: fields.key as string, merchant, finalization: {} }, new NewerFormatError());
  }
  const upgraded = UPGRADES.slice(format - 1).reduce((older, upgrade) => upgrade(older), fields);
  const record = format === ERASED_FORMAT ? lengthened(fields) : upgraded;
  return { ...INITIAL, ...(record as unknown as OnceRecord), merchant: merchant || undefined };
}

export const readKnown = ({ now, own, others }: OnceKnown, from: From): KnownRecords => ({
  now,
  own: own === undefined ? undefined : read(own, from),
  others: others.map((other) => read(other, from)),
});
