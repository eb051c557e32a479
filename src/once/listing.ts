import type { OnceQuery } from "./store.js";

type Condition = readonly [sql: string, ...values: (string | number)[]];

/**
 * The statement of a list, for both databases, with `?` for each value; undefined where no state is asked for. One select for
 * each state: each reads its index in the order of the keys.
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
    const sql = `select * from (select key, record from ${table} where ${where} order by key limit ?) as of_state`;
    return [sql, ...all.flatMap(([, ...values]) => values), limit];
  };
  const selects = states?.map((state) => select([["state = ?", state]])) ?? [select([])];
  if (selects.length === 0) return undefined;
  const all = selects.map(([sql]) => sql).join(" union all ");
  const values = [...selects.flatMap(([, ...each]) => each), limit];
  return { sql: `select key, record from (${all}) as page order by key limit ?`, values };
}
