import type { SQLInputValue } from "node:sqlite";
import type { OnceQuery } from "./store.js";

type Condition = readonly [sql: string, ...values: SQLInputValue[]];

/** The statement of a list. One select for each state: each reads its index in the order of the keys. */
export function listing(merchant: string, query: OnceQuery): { sql: string; values: SQLInputValue[] } {
  const { states, waitsFor, from = 0, to, unbooked = false, after = "", limit } = query;
  const narrow: Condition[] = [["merchant = ? and key > ?", merchant, after]];
  if (waitsFor !== undefined) narrow.push(["waits_for = ?", waitsFor]);
  if (unbooked) narrow.push(["is_unbooked"]);
  if (from > 0) narrow.push(["state_since >= ? and state_since < ?", from, to ?? Number.MAX_SAFE_INTEGER]);
  else if (to !== undefined) narrow.push(["+state_since < ?", to]); // most keys: no index helps
  const select = (state: readonly Condition[]) => {
    const all = [...narrow, ...state];
    const where = all.map(([condition]) => condition).join(" and ");
    const sql = `select * from (select key, record from once_captures where ${where} order by key limit ?)`;
    return { sql, values: [...all.flatMap(([, ...values]) => values), limit] };
  };
  const selects = states?.map((state) => select([["state = ?", state]])) ?? [select([])];
  const all = selects.map(({ sql }) => sql).join(" union all ") || "select '' as key, '' as record where false";
  const values = [...selects.flatMap((each) => each.values), limit];
  return { sql: `select record from (${all}) order by key limit ?`, values };
}
