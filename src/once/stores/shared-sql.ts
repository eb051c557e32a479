/** The columns and statements that both databases share, with `?` for each value. */
import type { OnceCount, OnceErasure, OnceQuery, OnceRow } from "./store.js";

/** The conditions of the partial indexes, word for word. */
const OPEN = "waits_for <> 'nobody'";
const CLOSED = "waits_for = 'nobody'";
const ERASABLE = `${CLOSED} and not is_erased`;

/** The indexes of the second migration. Like every migration, they never change. */
export const INDEXES_2 = `create index once_keys_authorization on once_keys (merchant, authorization_id);
   create index once_keys_due on once_keys (merchant, due_at) where due_at is not null;
   create index once_keys_state on once_keys (merchant, state, key);
   create index once_keys_waits_for on once_keys (merchant, waits_for, key);
   create index once_keys_unbooked on once_keys (merchant, key) where is_unbooked;`;

/** The third migration, with the type of a time. */
export const addExpiry = (type: string) => `alter table once_keys add column expires_at ${type};
   create index once_keys_expires_at on once_keys (merchant, expires_at, key) where expires_at is not null;`;

/** The last three migrations, with the type of a truth. Each builds one index on a table that may hold years of keys. */
export const forYears = (truth: string) => [
  `alter table once_keys add column is_erased ${truth} not null default false;
   create index once_keys_erasable on once_keys (merchant, state_since, key) where ${ERASABLE};`,
  `create index once_keys_open on once_keys (merchant, waits_for, key, state, state_since, due_at, expires_at)
     where ${OPEN};
   drop index if exists once_keys_waits_for;`,
  `drop index if exists once_keys_state;
   create index once_keys_state on once_keys (merchant, state, key, waits_for, state_since);`,
];

/** The migrations that are still to be run. @throws Error if a newer release wrote the tables. */
export function migrationsLeft(done: number, migrations: readonly string[]): readonly string[] {
  const newer = "a newer release of merchant-payments wrote the tables of Once: update this program to that release";
  if (done > migrations.length) throw Object.assign(new Error(newer), { isPermanent: true });
  return migrations.slice(done);
}

const COLUMNS = [
  "authorization_id",
  "version",
  "state",
  "state_since",
  "waits_for",
  "due_at",
  "is_unbooked",
  "expires_at",
  "is_erased",
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
  const { expiresAt = null, isErased, document } = row;
  const searched = [authorizationId, version, state, stateSince, waitsFor, dueAt, isUnbooked, expiresAt] as const;
  return [merchant, key, ...searched, isErased, document] as const;
}

const LAST = Number.MAX_SAFE_INTEGER;

type Condition = readonly [sql: string, ...values: (string | number)[]];

interface Part {
  readonly where: Condition;
  readonly order: string;
}

/** The order of a list. */
export const orderOf = ({ sortBy = "key" }: OnceQuery) =>
  ({ key: "key", stateSince: "state_since, key", expiresAt: "expires_at is null, expires_at, key" })[sortBy];

/** The keys after a place, in parts that follow one another. */
function partsAfter({ sortBy, after = "", afterTime, from = 0 }: OnceQuery): readonly Part[] {
  if (sortBy === "stateSince") {
    // The place alone bounds the range of the index, so that no page reads what lies before the period.
    const place = afterTime === undefined || afterTime < from ? [from, ""] : [afterTime, after];
    return [{ where: ["(state_since, key) > (?, ?)", ...place], order: "state_since, key" }];
  }
  if (sortBy !== "expiresAt") return [{ where: ["key > ?", after], order: "key" }];
  const isInFirst = after === "" || afterTime !== undefined;
  const later = "expires_at is not null and (expires_at, key) > (?, ?)";
  const first: Part = { where: [later, afterTime ?? Number.MIN_SAFE_INTEGER, after], order: "expires_at, key" };
  const last: Part = { where: ["expires_at is null and key > ?", isInFirst ? "" : after], order: "key" };
  return isInFirst ? [first, last] : [last];
}

/** The conditions of the selects: one for each state, unless the list is in the order of a time, which is an index of its own. */
function statesOf({ states, sortBy }: OnceQuery): readonly (readonly Condition[])[] {
  if (states === undefined) return [[]];
  if (sortBy !== "stateSince") return states.map((state) => [["state = ?", state]]);
  return [[[`state in (${states.map(() => "?").join(", ")})`, ...states]]];
}

/** The statement of a list. Each of its selects reads its index in the order of the list. */
export function listing(table: string, merchant: string, query: OnceQuery) {
  const columns = "key, state_since, expires_at, document";
  if (query.states?.length === 0) return { sql: `select ${columns} from ${table} where false`, values: [] };
  const { waitsFor, from = 0, to = LAST, authorizationIds, unbooked = false, sortBy, limit } = query;
  const narrow: Condition[] = [];
  if (authorizationIds !== undefined) {
    narrow.push([`authorization_id in (${authorizationIds.map(() => "?").join(", ")})`, ...authorizationIds]);
  }
  if (waitsFor !== undefined) narrow.push(["waits_for = ?", waitsFor]);
  if (waitsFor !== undefined && waitsFor !== "nobody") narrow.push([OPEN]);
  if (unbooked) narrow.push(["is_unbooked"]);
  if (from > 0 && sortBy !== "stateSince") narrow.push(["state_since >= ?", from]);
  if (to < LAST) narrow.push(["state_since < ?", to]);
  const select = ({ where, order }: Part, state: readonly Condition[]): Condition => {
    const all: readonly Condition[] = [["merchant = ?", merchant], where, ...narrow, ...state];
    const conditions = all.map(([sql]) => sql).join(" and ");
    const sql = `select * from (select ${columns} from ${table} where ${conditions} order by ${order} limit ?) as part`;
    return [sql, ...all.flatMap(([, ...values]) => values), limit];
  };
  const ofStates = statesOf(query);
  const selects = ofStates.flatMap((ofState) => partsAfter(query).map((part) => select(part, ofState)));
  const all = selects.map(([sql]) => sql).join(" union all ");
  const values = [...selects.flatMap(([, ...each]) => each), limit];
  return { sql: `select ${columns} from (${all}) as page order by ${orderOf(query)} limit ?`, values };
}

/** The statement of a set to erase, in the order of `stateSince`. */
export function erasable(table: string, merchant: string, { to, after = "", afterTime = 0, limit }: OnceErasure) {
  const sql = `select key, state_since, document from ${table} where merchant = ? and ${ERASABLE}
    and (state_since, key) > (?, ?) and state_since < ? order by state_since, key limit ?`;
  return { sql, values: [merchant, afterTime, after, to, limit] };
}

/** The counts, from an index alone. Closed keys have neither a `dueAt` nor an `expiresAt`. */
export const countsOf = (table: string, closed: boolean) => `select state, waits_for as "waitsFor", count(*) as count,
    ${closed ? "null" : "min(due_at)"} as "oldestDueAt", min(state_since) as "oldestStateSince",
    ${closed ? "null" : "min(expires_at)"} as "earliestExpiresAt"
  from ${table} where merchant = ? and ${closed ? CLOSED : OPEN} group by state, waits_for order by state, waits_for`;

/** A count as a database returns it. */
export type CountRow = {
  readonly [Name in keyof OnceCount]-?: undefined extends OnceCount[Name] ? number | null : OnceCount[Name];
};

export const countOf = ({ oldestDueAt, earliestExpiresAt, ...count }: CountRow): OnceCount => ({
  ...count,
  oldestDueAt: oldestDueAt ?? undefined,
  earliestExpiresAt: earliestExpiresAt ?? undefined,
});
