import type { OnceKnown, OncePlace, OnceRead, OnceRow, Statement, StoredDocument } from "./store.js";

/** Rises when an older program must not touch a document. It may touch one with more fields, and keeps them. */
export const FORMAT = 1;

/** The conditions of the partial indexes, word for word. */
export const OPEN = "waits_for <> 'nobody'";
export const ERASABLE = "waits_for = 'nobody' and is_erased = 0";

export const tables = (text: string, number: string) => `
  create table once_keys (
    merchant ${text} not null, key ${text} not null, authorization_id ${text} not null, capture_id ${text},
    version ${number} not null, state ${text} not null, state_since ${number} not null, waits_for ${text} not null,
    due_at ${number}, needs_call ${number} not null, person_at ${number}, is_erased ${number} not null,
    format ${number} not null, document ${text} not null, primary key (merchant, key)
  );
  create index once_keys_authorization on once_keys (merchant, authorization_id);
  create index once_keys_capture on once_keys (merchant, capture_id) where capture_id is not null;
  create index once_keys_due on once_keys (merchant, needs_call, due_at) where due_at is not null;
  create index once_keys_person on once_keys (merchant, person_at) where person_at is not null;
  create index once_keys_open on once_keys (merchant, waits_for, key, state, state_since, due_at) where ${OPEN};
  create index once_keys_erasable on once_keys (merchant, state_since, key) where ${ERASABLE}`;

/** Text in ASCII, which a database of any encoding stores. Most text stays as it is. */
export const encoded = (text: string): string => ascii(JSON.stringify(text).slice(1, -1));
export const decoded = (text: unknown): string => JSON.parse(`"${text}"`);

/** JSON without characters that a database in another encoding could not store. */
export const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const COLUMNS = `authorization_id, capture_id, version, state, state_since, waits_for, due_at, needs_call, person_at, is_erased,
  format, document`;
const CHANGED = COLUMNS.split(/,\s*/).filter((name) => name !== "version");
const UPSERT = `insert into once_keys (merchant, key, ${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (merchant, key) do update set version = case when once_keys.version = ? then excluded.version end,
  ${CHANGED.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** Fails if the stored version is not the one that was read: NULL breaks a constraint, and so aborts the transaction. */
export function upsert(merchant: string, row: OnceRow, before: number): Statement {
  const { key, authorizationId, captureId, version, state, stateSince, waitsFor } = row;
  const { dueAt = null, needsCall, personAt = null, isErased, format, document } = row;
  const ids = [merchant, key, authorizationId].map(encoded);
  const found = [captureId === undefined ? null : encoded(captureId), version, state, stateSince, waitsFor] as const;
  return [UPSERT, ...ids, ...found, dueAt, Number(needsCall), personAt, Number(isErased), format, document, before];
}

/** The key, and those of its authorization or capture. Each part names `merchant`, so that SQLite uses its indexes. */
export function known(merchant: string, { key, authorizationId, captureId }: OncePlace): Statement {
  const sql = `select key, format, document, authorization_id = ? as is_other, capture_id = ? as is_same from once_keys
    where (merchant = ? and key = ?) or (merchant = ? and authorization_id = ?) or (merchant = ? and capture_id = ?)`;
  const [own, authorization] = [merchant, authorizationId].map(encoded) as [string, string];
  const capture = captureId === undefined ? null : encoded(captureId);
  return [sql, authorization, capture, own, encoded(key), own, authorization, own, capture];
}

export function knownOf(rows: OnceRead["rows"], key: string): Omit<OnceKnown, "now"> {
  const [own] = rows.map(documentOf).filter((each) => each.key === key);
  const others = rows.filter((row) => decoded(row["key"]) !== key);
  const [same] = others.filter((row) => row["is_same"]).map(documentOf);
  return { own, others: others.filter((row) => row["is_other"]).map(documentOf), sameCapture: same?.key };
}

export function documentOf(row: object): StoredDocument {
  const { key, format, document } = row as StoredDocument;
  return { key: decoded(key), format: Number(format), document };
}
