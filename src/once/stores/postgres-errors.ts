/** What the errors of PostgreSQL mean, in one sentence that says what to do. */

import { quoted } from "./postgres-session.js";
import { permanent } from "./store-error.js";

const codeOf = (error: unknown) => String(Object(error).code);

const FORBIDDEN = "42501";
const MISSING = ["42P01", "3F000"]; // a table, a schema
const READ_ONLY = ["25006", "0A000"]; // a statement, or the transaction itself on a standby

/** Explains an error that no repetition mends; returns any other error as it is. */
export function explained(error: unknown, schema: string): unknown {
  const code = codeOf(error);
  if (READ_ONLY.includes(code)) {
    return permanent("the database is read-only, such as a standby: give PostgresOnceStore the primary", error);
  }
  const message = String(Object(error).message);
  const isOfOnce = /\bonce_(keys|schema)\b/.test(message) || message.includes(schema); // a hook has errors of its own
  if (MISSING.includes(code) && isOfOnce) {
    return permanent(`schema ${schema} has no tables of Once: call await store.migrate() once, for a new store`, error);
  }
  if (code !== FORBIDDEN || !isOfOnce) return error;
  const tables = ["once_keys", "once_schema"].map((name) => `${quoted(schema)}.${name}`).join(", ");
  const grant = `grant usage on schema ${quoted(schema)} to …; grant select, insert, update on ${tables} to …`;
  return permanent(`this user may not use the tables of Once: let their owner run ${grant}`, error);
}

/** Explains why a migration is forbidden; returns any other error as it is. */
export function whyNotMigrated(error: unknown, schema: string): unknown {
  if (codeOf(error) !== FORBIDDEN) return error;
  const run = `create schema if not exists ${quoted(schema)}; grant usage, create on schema ${quoted(schema)} to …`;
  return permanent(
    `this user may not create the tables of Once in schema ${schema}: let an administrator run ${run}`,
    error,
  );
}
