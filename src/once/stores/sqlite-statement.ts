import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepares a statement that returns objects with numbers, whatever the connection's own statements return. */
export function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(false);
  statement.setReturnArrays?.(false); // before 22.16, Node had no such mode
  return statement;
}
