/** The columns and statements that both databases share, with `?` for each value. */

import type { OnceCounts, OnceDue, OnceDueKind, OnceErasable, OnceQuery, OnceRow } from "./store.js";

/** Rises when an older program must not touch a document. It may touch one with more fields, and keeps them. */
export const FORMAT = 1;

/** The version of the tables. */
export const SCHEMA = 1;

type Value = string | number | null;

/** A statement with its values. */
export type Statement = readonly [sql: string, ...values: Value[]];

/** The conditions of the partial indexes, word for word. */
const OPEN = "waits_for <> 'nobody'";
const ERASABLE = "waits_for = 'nobody' and not is_erased";

/** The tables, with the types of a text, a time and a truth. */
export const tables = (schema: string, text: string, time: string, truth: string) => `
  create table ${schema}once_keys (
    merchant ${text} not null, key ${text} not null, authorization_id ${text} not null, capture_id ${text},
    version ${time} not null, state ${text} not null, state_since ${time} not null, waits_for ${text} not null,
    due_at ${time}, needs_call ${truth} not null, person_at ${time}, is_erased ${truth} not null, format ${time} not null,
    document ${text} not null, primary key (merchant, key)
  );
  create index once_keys_authorization on ${schema}once_keys (merchant, authorization_id);
  create index once_keys_capture on ${schema}once_keys (merchant, capture_id) where capture_id is not null;
  create index once_keys_due on ${schema}once_keys (merchant, needs_call, due_at) where due_at is not null;
  create index once_keys_person on ${schema}once_keys (merchant, person_at) where person_at is not null;
  create index once_keys_open on ${schema}once_keys (merchant, waits_for, key, state, state_since, due_at) where ${OPEN};
  create index once_keys_erasable on ${schema}once_keys (merchant, state_since, key) where ${ERASABLE};
  create table ${schema}once_schema (version ${time} primary key);
  insert into ${schema}once_schema values (${SCHEMA})`;

/** Text in ASCII, which a database of any encoding stores. Most text stays as it is. */
export const encoded = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const decoded = (text: string): string => JSON.parse(`"${text}"`);

const COLUMNS =
  "merchant, key, authorization_id, capture_id, version, state, state_since, waits_for, due_at, needs_call, person_at, is_erased, format, document";

/** The statements for a table and a merchant. `truth` is how the database writes true and false. */
export function statementsOf(table: string, merchant: string, truth: readonly [no: string, yes: string]) {
  const own = encoded(merchant);
  const page = (conditions: string, values: readonly Value[], order: string, limit: number): Statement => [
    `select key, authorization_id, state_since, due_at, document from ${table} where merchant = ? and ${conditions} order by ${order} limit ?`,
    own,
    ...values,
    limit,
  ];
  const due = {
    call: `due_at is not null and needs_call = ${truth[1]} and due_at <=`,
    no_call: `due_at is not null and needs_call = ${truth[0]} and due_at <=`,
    mark: "person_at is not null and person_at <=",
  };
  return {
    /** Fails if the stored version is not the one that was read: NULL breaks a constraint, and so aborts the transaction. */
    upsert(row: OnceRow, before: number): Statement {
      const { key, authorizationId, captureId, version, state, stateSince, waitsFor } = row;
      const { dueAt = null, needsCall, personAt = null, isErased, format, document } = row;
      const ids = [own, encoded(key), encoded(authorizationId), captureId === undefined ? null : encoded(captureId)];
      const values = [...ids, version, state, stateSince, waitsFor, dueAt, personAt, format, document];
      const names = COLUMNS.split(", ").slice(2);
      const changed = names.filter((name) => name !== "version").map((name) => `${name} = excluded.${name}`);
      const [no, yes] = truth;
      const places = `?, ?, ?, ?, ?, ?, ?, ?, ?, ${needsCall ? yes : no}, ?, ${isErased ? yes : no}, ?, ?`;
      const sql = `insert into ${table} (${COLUMNS}) values (${places}) on conflict (merchant, key) do update set
        version = case when ${table.split(".").at(-1)}.version = ? then excluded.version end, ${changed.join(", ")}`;
      return [sql, ...values, before];
    },
    own: (key: string): Statement => [
      `select key, format, document from ${table} where merchant = ? and key = ?`,
      own,
      encoded(key),
    ],
    /** The key, and the keys of the authorization. */
    known: (key: string, authorizationId: string): Statement => [
      `select key, format, document from ${table} where merchant = ? and (key = ? or authorization_id = ?) order by key`,
      own,
      encoded(key),
      encoded(authorizationId),
    ],
    sameCapture: (key: string, captureId: string): Statement => [
      `select key from ${table} where merchant = ? and capture_id = ? and key <> ? limit 1`,
      own,
      encoded(captureId),
      encoded(key),
    ],
    list({ states, waitsFor, after, limit }: OnceQuery): Statement {
      const ofOwner =
        waitsFor === undefined ? "" : ` and waits_for = '${waitsFor}'${waitsFor === "nobody" ? "" : ` and ${OPEN}`}`;
      const place = `key > ? and format <= ${FORMAT}${ofOwner}`;
      if (states.length === 0) return page(place, [encoded(after)], "key", limit);
      const parts = states.map((state) => page(`state = '${state}' and ${place}`, [encoded(after)], "key", limit));
      const all = parts.map(([sql]) => `select * from (${sql}) as part`).join(" union all ");
      return [`${all} order by key limit ?`, ...parts.flatMap(([, ...values]) => values), limit];
    },
    /** @param list - Selects the texts of a list of JSON. */
    ofAuthorizations: (authorizationIds: readonly string[], list: string): Statement => [
      `select document from ${table} where merchant = ? and format <= ${FORMAT} and authorization_id in (${list})`,
      own,
      JSON.stringify(authorizationIds.map(encoded)),
    ],
    /** @param clock - The time now, as an expression with its values. */
    due: (which: OnceDueKind, [clock, ...values]: Statement, limit: number): Statement =>
      page(`format <= ${FORMAT} and ${due[which]} ${clock}`, values, which === "mark" ? "person_at" : "due_at", limit),
    counts: [
      `select state, waits_for, count(*) as count, min(due_at) as oldest_due_at, min(state_since) as oldest_state_since
        from ${table} where merchant = ? and ${OPEN} group by state, waits_for order by state, waits_for`,
      own,
    ] as Statement,
    erasable: (before: number, after: OnceErasable | undefined): Statement =>
      page(
        `${ERASABLE} and format <= ${FORMAT} and state_since < ? and (state_since, key) > (?, ?)`,
        [before, after?.stateSince ?? 0, encoded(after?.key ?? "")],
        "state_since, key",
        100,
      ),
  };
}

export type Statements = ReturnType<typeof statementsOf>;

/** Rows of the statements above, as a database returns them. */
export interface FoundRow {
  readonly key: string;
  readonly authorization_id: string;
  readonly state_since: number;
  readonly due_at: number | null;
  readonly document: string;
}

export interface CountRow {
  readonly state: string;
  readonly waits_for: string;
  readonly count: number;
  readonly oldest_due_at: number | null;
  readonly oldest_state_since: number;
}

export const dueOf = ({ key, authorization_id, due_at }: FoundRow): OnceDue => {
  return { key: decoded(key), authorizationId: decoded(authorization_id), dueAt: Number(due_at) };
};

export const erasableOf = ({ key, authorization_id, state_since }: FoundRow): OnceErasable => {
  return { key: decoded(key), authorizationId: decoded(authorization_id), stateSince: Number(state_since) };
};

type Count = OnceCounts["counts"][number];

export const countOf = (row: CountRow): Count => ({
  state: row.state as Count["state"],
  waitsFor: row.waits_for as Count["waitsFor"],
  count: Number(row.count),
  oldestDueAt: row.oldest_due_at === null ? undefined : Number(row.oldest_due_at),
  oldestStateSince: Number(row.oldest_state_since),
});

/** Parts the key from the others of its authorization. */
export const ownAmong = <Document extends { readonly key: string }>(known: readonly Document[], key: string) => ({
  own: known.find((each) => each.key === key),
  others: known.filter((each) => each.key !== key),
});
