/** The columns and statements that both databases share, with `?` for each value. */
import type { OnceCount, OnceQuery, OnceRow } from "./store.js";

/** The indexes of the second migration. Like every migration, they never change. */
export const INDEXES_2 = `create index once_keys_authorization on once_keys (merchant, authorization_id);
   create index once_keys_due on once_keys (merchant, due_at) where due_at is not null;
   create index once_keys_state on once_keys (merchant, state, key);
   create index once_keys_waits_for on once_keys (merchant, waits_for, key);
   create index once_keys_unbooked on once_keys (merchant, key) where is_unbooked;`;

/** The third migration, with the type of a time. */
export const addExpiry = (type: string) => `alter table once_keys add column expires_at ${type};
   create index once_keys_expires_at on once_keys (merchant, expires_at, key) where expires_at is not null;`;

const COLUMNS = [
  "authorization_id",
  "version",
  "state",
  "state_since",
  "waits_for",
  "due_at",
  "is_unbooked",
  "expires_at",
  "document",
];

export function upsert(table: string): string {
  const replaced = COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ");
  return `insert into ${table} (merchant, key, ${COLUMNS.join(", ")}) values (?, ?${", ?".repeat(COLUMNS.length)})
    on conflict (merchant, key) do update set ${replaced}`;
}

/** The values of {@link upsert}. */
export function valuesOf(merchant: string, row: OnceRow) {
  const { key, authorizationId, version, state, stateSince, waitsFor, dueAt = null, isUnbooked } = row;
  const { expiresAt = null, document } = row;
  const searched = [authorizationId, version, state, stateSince, waitsFor, dueAt, isUnbooked, expiresAt] as const;
  return [merchant, key, ...searched, document] as const;
}

type Condition = readonly [sql: string, ...values: (string | number)[]];

interface Part {
  readonly where: Condition;
  readonly order: string;
}

/** The order of a list. */
export const orderOf = ({ sortBy = "key" }: OnceQuery) =>
  ({ key: "key", stateSince: "state_since, key", expiresAt: "expires_at is null, expires_at, key" })[sortBy];

/** The keys after a place, in parts that follow one another. A column of a later migration names its table, for `explained`. */
function partsAfter({ sortBy, after = "", afterTime }: OnceQuery): readonly Part[] {
  if (sortBy === "stateSince") {
    return [{ where: ["(state_since, key) > (?, ?)", afterTime ?? 0, after], order: "state_since, key" }];
  }
  if (sortBy !== "expiresAt") return [{ where: ["key > ?", after], order: "key" }];
  const isInFirst = after === "" || afterTime !== undefined;
  const later = "once_keys.expires_at is not null and (once_keys.expires_at, key) > (?, ?)";
  const first: Part = { where: [later, afterTime ?? Number.MIN_SAFE_INTEGER, after], order: "expires_at, key" };
  const last: Part = { where: ["once_keys.expires_at is null and key > ?", isInFirst ? "" : after], order: "key" };
  return isInFirst ? [first, last] : [last];
}

/** The conditions of the selects: one for each state, unless the list is in the order of a time, which is an index of its own. */
function statesOf({ states, sortBy }: OnceQuery): readonly (readonly Condition[])[] {
  if (states === undefined) return [[]];
  if (sortBy !== "stateSince" || states.length === 0) return states.map((state) => [["state = ?", state]]);
  return [[[`state in (${states.map(() => "?").join(", ")})`, ...states]]];
}

/**
 * The statement of a list; undefined if `states` is empty. Each of its selects reads its index in the order of the list.
 */
export function listing(table: string, merchant: string, query: OnceQuery) {
  const { waitsFor, from = 0, to, authorizationIds, unbooked = false, limit } = query;
  const narrow: Condition[] = [];
  if (authorizationIds !== undefined) {
    narrow.push([`authorization_id in (${authorizationIds.map(() => "?").join(", ")})`, ...authorizationIds]);
  }
  if (waitsFor !== undefined) narrow.push(["waits_for = ?", waitsFor]);
  if (unbooked) narrow.push(["is_unbooked"]);
  if (from > 0 || to !== undefined) {
    narrow.push(["state_since >= ? and state_since < ?", from, to ?? Number.MAX_SAFE_INTEGER]);
  }
  const select = ({ where, order }: Part, state: readonly Condition[]): Condition => {
    const all: readonly Condition[] = [["merchant = ?", merchant], where, ...narrow, ...state];
    const conditions = all.map(([sql]) => sql).join(" and ");
    const columns = "key, state_since, once_keys.expires_at, document";
    const sql = `select * from (select ${columns} from ${table} where ${conditions} order by ${order} limit ?) as part`;
    return [sql, ...all.flatMap(([, ...values]) => values), limit];
  };
  const ofStates = statesOf(query);
  const selects = ofStates.flatMap((ofState) => partsAfter(query).map((part) => select(part, ofState)));
  if (selects.length === 0) return undefined;
  const all = selects.map(([sql]) => sql).join(" union all ");
  const values = [...selects.flatMap(([, ...each]) => each), limit];
  return {
    sql: `select key, state_since, expires_at, document from (${all}) as page order by ${orderOf(query)} limit ?`,
    values,
  };
}

/** The condition of {@link OnceStore.counts}, by the index of `waits_for`. */
export const whoseTurn = (closed: boolean) =>
  closed ? "waits_for = 'nobody'" : "waits_for in ('delivery', 'sweep', 'person')";

/** A count as a database returns it. */
export type CountRow = {
  readonly [Name in keyof OnceCount]-?: undefined extends OnceCount[Name] ? number | null : OnceCount[Name];
};

export const countOf = ({ oldestDueAt, earliestExpiresAt, ...count }: CountRow): OnceCount => ({
  ...count,
  oldestDueAt: oldestDueAt ?? undefined,
  earliestExpiresAt: earliestExpiresAt ?? undefined,
});
