/** The columns and statements that both databases share, with `?` for each value. */
import type { OnceQuery, OnceRow } from "./store.js";

/** The indexes of the second migration. Like every migration, they never change. */
export const INDEXES_2 = `create index once_keys_authorization on once_keys (merchant, authorization_id);
   create index once_keys_due on once_keys (merchant, due_at) where due_at is not null;
   create index once_keys_state on once_keys (merchant, state, key);
   create index once_keys_waits_for on once_keys (merchant, waits_for, key);
   create index once_keys_unbooked on once_keys (merchant, key) where is_unbooked;`;

const COLUMNS = [
  "authorization_id",
  "version",
  "state",
  "state_since",
  "waits_for",
  "due_at",
  "is_unbooked",
  "document",
];

export function upsert(table: string): string {
  const replaced = COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ");
  return `insert into ${table} (merchant, key, ${COLUMNS.join(", ")}) values (?, ?${", ?".repeat(COLUMNS.length)})
    on conflict (merchant, key) do update set ${replaced}`;
}

/** The values of {@link upsert}. */
export function valuesOf(merchant: string, row: OnceRow) {
  const { key, authorizationId, version, state, stateSince, waitsFor, dueAt = null, isUnbooked, document } = row;
  return [merchant, key, authorizationId, version, state, stateSince, waitsFor, dueAt, isUnbooked, document] as const;
}

type Condition = readonly [sql: string, ...values: (string | number)[]];

/**
 * The statement of a list; undefined if `states` is empty. It has one select for each state, so that each reads its index
 * in the order of the keys.
 */
export function listing(table: string, merchant: string, query: OnceQuery) {
  const { states, waitsFor, from = 0, to, unbooked = false, after = "", limit } = query;
  const narrow: Condition[] = [["merchant = ? and key > ?", merchant, after]];
  if (waitsFor !== undefined) narrow.push(["waits_for = ?", waitsFor]);
  if (unbooked) narrow.push(["is_unbooked"]);
  if (from > 0 || to !== undefined) {
    narrow.push(["state_since >= ? and state_since < ?", from, to ?? Number.MAX_SAFE_INTEGER]);
  }
  const select = (state: readonly Condition[]): Condition => {
    const all = [...narrow, ...state];
    const where = all.map(([sql]) => sql).join(" and ");
    const sql = `select * from (select key, document from ${table} where ${where} order by key limit ?) as of_state`;
    return [sql, ...all.flatMap(([, ...values]) => values), limit];
  };
  const selects = states?.map((state) => select([["state = ?", state]])) ?? [select([])];
  if (selects.length === 0) return undefined;
  const all = selects.map(([sql]) => sql).join(" union all ");
  const values = [...selects.flatMap(([, ...each]) => each), limit];
  return { sql: `select key, document from (${all}) as page order by key limit ?`, values };
}
