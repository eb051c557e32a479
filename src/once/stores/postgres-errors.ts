/** What the errors of PostgreSQL mean, in one sentence that says what to do. */

/** The schema of the tables, and the user who works on them. */
export interface Whose {
  readonly schema: string;
  readonly user: string;
}

export const codeOf = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code;

export const isLockTimeout = (error: unknown) => codeOf(error) === "55P03";

const FORBIDDEN = "42501";
const MISSING = "42P01"; // a table
const READ_ONLY = ["25006", "0A000"]; // a statement, or the transaction itself on a standby

export const NO_TABLES =
  "PostgresOnceStore has no tables of this release in its schema: call await store.migrate() first";

export const twoSchemas = (current: string, other: string) =>
  `schema ${other} of the search path already has the tables of Once: give PostgresOnceStore schema: "${other}" to use them. New tables (schema: "${current}") know none of its captures, and the same jobs are captured again`;

/** A name as an identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Explains an error that no repetition mends; returns any other error as it is. */
export function explained(error: unknown, whose: Whose | undefined): unknown {
  const sentence = sentenceOf(error, whose);
  return sentence === undefined ? error : permanent(sentence, error);
}

export const permanent = (sentence: string, cause?: unknown) =>
  Object.assign(new Error(sentence, { cause }), { isPermanent: true });

function sentenceOf(error: unknown, whose: Whose | undefined): string | undefined {
  const code = String(codeOf(error));
  if (READ_ONLY.includes(code))
    return "the database is read-only, such as a standby: give PostgresOnceStore the primary. A standby serves get, list, counts and report";
  const message = String(Object(error).message);
  const isOfOnce = /\bonce_(keys|schema)\b/.test(message); // book has errors of its own
  if (code === MISSING && isOfOnce) return NO_TABLES;
  if (code !== FORBIDDEN || whose === undefined || !(isOfOnce || message.includes(whose.schema))) return undefined;
  const [schema, user] = [quoted(whose.schema), quoted(whose.user)];
  const tables = ["once_keys", "once_schema"].map((name) => `${schema}.${name}`).join(", ");
  return `user ${whose.user} may not use the tables of Once: let their owner run grant usage on schema ${schema} to ${user}; grant select, insert, update on ${tables} to ${user}`;
}

/** Explains why a migration is forbidden; returns any other error as it is. */
export function forbidden(
  error: unknown,
  { schema, user }: Whose,
  found: { readonly schema: boolean; readonly tables: boolean } | undefined,
): unknown {
  if (codeOf(error) !== FORBIDDEN) return error;
  const name = quoted(schema);
  if (found?.schema === false) {
    const run = `create schema ${name} authorization ${quoted(user)}`;
    return permanent(
      `schema ${schema} does not exist, and user ${user} may not create it: let an administrator run ${run}`,
      error,
    );
  }
  if (found?.tables) {
    return permanent(
      `user ${user} does not own the tables of Once in schema ${schema}: let their owner call store.migrate()`,
      error,
    );
  }
  const run = `grant usage, create on schema ${name} to ${quoted(user)}`;
  return permanent(`user ${user} may not create tables in schema ${schema}: let an administrator run ${run}`, error);
}
