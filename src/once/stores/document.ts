/** How a record becomes what a store keeps: the columns that it searches by, and a document that only this file reads. */
import { NewerFormatError, OnceStoreError } from "../errors.js";
import { INITIAL, type KnownRecords, nextAt, type OnceRecord, openExpiryOf } from "../record.js";
import type { OnceKnown, OnceRow } from "./store.js";

/** Rises when an older program must not touch a document. It may touch one with more fields, and keeps them. */
const FORMAT = 2;

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

export function write(record: OnceRecord): OnceRow {
  const { key, authorizationId, version, state, stateSince, waitsFor, isBooked } = record;
  const isUnbooked = state === "captured" && !isBooked;
  const times = { dueAt: nextAt(record), expiresAt: openExpiryOf(record) };
  const document = JSON.stringify({ format: FORMAT, ...withoutInitial(record) });
  return { key, authorizationId, version, state, stateSince, waitsFor, ...times, isUnbooked, document };
}

/** Leaves out the fields that `read` adds, because nothing is ever deleted. */
function withoutInitial(record: OnceRecord): Partial<OnceRecord> {
  const initial: Fields = INITIAL;
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name])),
  );
}

/** @throws OnceStoreError if a newer program wrote the document. */
export function read(document: string): OnceRecord {
  const { format = 1, ...fields } = JSON.parse(document) as OnceRecord & { readonly format?: number };
  if (format > FORMAT) throw new OnceStoreError({ key: fields.key, finalization: {} }, new NewerFormatError());
  const upgraded = UPGRADES.slice(format - 1).reduce<Fields>((older, upgrade) => upgrade(older), fields);
  return { ...INITIAL, ...(upgraded as unknown as OnceRecord) };
}

export const readKnown = ({ now, own, others }: OnceKnown): KnownRecords => ({
  now,
  own: own === undefined ? undefined : read(own),
  others: others.map(read),
});
