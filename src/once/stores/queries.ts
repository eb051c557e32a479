import type { OnceSnapshot, OnceState, OnceWaitsFor } from "../entry.js";
import { OnceStoreError } from "../errors.js";
import { isClosed } from "../record.js";
import { decoded, documentOf, ERASABLE, encoded, FORMAT, OPEN } from "./sql.js";
import type { OnceRow, OnceStore, Statement } from "./store.js";

type Store = Pick<OnceStore<never>, "merchant" | "read">;
type Row = Readonly<Record<string, unknown>>;

/** @throws OnceStoreError */
async function ask(store: Store, statement: Statement, isSkipping?: boolean) {
  try {
    return await store.read(statement, isSkipping);
  } catch (cause) {
    throw new OnceStoreError({ key: undefined, merchant: store.merchant }, cause);
  }
}

const page = ({ merchant }: Store, conditions: string, values: Statement[1][], order: string, limit: number) =>
  [
    `select key, authorization_id, state_since, due_at, document from once_keys
      where merchant = ? and format <= ${FORMAT} and ${conditions} order by ${order} limit ?`,
    encoded(merchant),
    ...values,
    limit,
  ] as Statement;

const documentsIn = (rows: readonly Row[]) => rows.map(({ document }) => document as string);

export async function find(store: Store, key: string) {
  const sql = "select key, format, document from once_keys where merchant = ? and key = ?";
  const { rows, now } = await ask(store, [sql, encoded(store.merchant), encoded(key)]);
  return { now, own: rows.map(documentOf)[0] };
}

/** Lists documents of a known format, in the order of their keys. */
export async function list(store: Store, { states = [], waitsFor, after = "", limit = 100 }: ListQuery) {
  const isOpen = states.length > 0 && !states.some((state) => isClosed({ state }));
  const conditions = [
    waitsFor === undefined ? "" : `waits_for = '${waitsFor}'`,
    isOpen || (waitsFor !== undefined && waitsFor !== "nobody") ? OPEN : "",
    states.length === 0 ? "" : `state in (${states.map((state) => `'${state}'`).join(", ")})`,
    "key > ?",
  ].filter(Boolean);
  const { rows, now } = await ask(store, page(store, conditions.join(" and "), [encoded(after)], "key", limit));
  return { documents: documentsIn(rows), now };
}

export async function ofAuthorizations(store: Store, authorizationIds: readonly string[]) {
  const sql = `select document from once_keys where merchant = ? and format <= ${FORMAT} and authorization_id in (each(?))`;
  const ids = JSON.stringify(authorizationIds.map(encoded));
  return documentsIn((await ask(store, [sql, encoded(store.merchant), ids])).rows);
}

/** Due for a call, due for what needs no call, or to be marked as overdue. */
const DUE = {
  call: "due_at is not null and needs_call = 1 and due_at <= once_now()",
  no_call: "due_at is not null and needs_call = 0 and due_at <= once_now()",
  mark: "person_at is not null and person_at <= once_now()",
};

export type Place = Pick<OnceRow, "key" | "authorizationId">;
const placeOf = (row: Row): Place => ({ key: decoded(row["key"]), authorizationId: decoded(row["authorization_id"]) });

/** Keys that are due, the oldest first, without those that are locked. */
export async function due(store: Store, which: keyof typeof DUE, limit: number) {
  const order = which === "mark" ? "person_at" : "due_at";
  const { rows, now } = await ask(store, page(store, DUE[which], [], order, limit), true);
  return rows.map((row) => ({ ...placeOf(row), dueAt: Number(row["due_at"]), overdueMs: now - Number(row["due_at"]) }));
}

/** The open keys of a store, for alerts. Times are milliseconds since 1970, by the store's clock. */
export interface OnceCounts {
  readonly counts: readonly {
    readonly state: OnceState;
    readonly waitsFor: OnceWaitsFor;
    readonly count: number;
    /** If it is long past, the sweep is not running or keeps failing. */
    readonly oldestDueAt?: number | undefined;
    /** If it is far in the past, something is stuck. */
    readonly oldestStateSince: number;
  }[];
  readonly now: number;
}

export async function counts(store: Store): Promise<OnceCounts> {
  const sql = `select state, waits_for as "waitsFor", count(*) as count, min(due_at) as "oldestDueAt",
    min(state_since) as "oldestStateSince" from once_keys where merchant = ? and ${OPEN} group by state, waits_for order by state, waits_for`;
  const { rows, now } = await ask(store, [sql, encoded(store.merchant)]);
  const found = rows.map((row) => ({ ...row, oldestDueAt: row["oldestDueAt"] ?? undefined }));
  return { counts: found as unknown as OnceCounts["counts"], now };
}

export type Erasable = Place & { readonly stateSince: number };

/** Closed keys that are not erased, in the order in which they were closed, after this one. */
export async function erasable(store: Store, before: number, after: Erasable | undefined): Promise<Erasable[]> {
  const conditions = `${ERASABLE} and state_since < ? and (state_since, key) > (?, ?)`;
  const place = [before, after?.stateSince ?? 0, encoded(after?.key ?? "")];
  const { rows } = await ask(store, page(store, conditions, place, "state_since, key", 100));
  return rows.map((row) => ({ ...placeOf(row), stateSince: Number(row["state_since"]) }));
}

/** A page of keys, with their request bodies: do not log them. `now` is the store's clock, in milliseconds since 1970. */
export interface OnceList {
  readonly entries: readonly OnceSnapshot[];
  /** The `after` of the next page; undefined on the last page. */
  readonly next?: string | undefined;
  readonly now: number;
}

/** Selects the keys of a list: by default all, of which a page has 100, and at most 1,000. */
export type ListQuery = {
  readonly states?: readonly OnceState[] | undefined;
  readonly waitsFor?: OnceWaitsFor | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
};
