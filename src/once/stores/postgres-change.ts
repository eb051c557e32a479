/** A change within a transaction of PostgreSQL that already holds its locks. */
import { type BookFailure, commitBook, type PostgresClient, runBook, undoBook } from "./postgres-book.js";
import { rows, type Statements, savepoint } from "./postgres-sql.js";
import { valuesOf } from "./shared-sql.js";
import type { OnceChange, OnceChanged, OnceKnown, OncePlace, OnceRow } from "./store.js";

export interface PostgresChange<Client> {
  readonly sql: Statements;
  readonly merchant: string;
  readonly place: OncePlace;
  readonly decide: (known: OnceKnown) => OnceChange<Client>;
  readonly bookTimeoutMs: number;
}

/**
 * Stores and books. Returns the failure if the transaction cannot go on.
 *
 * @param failed - Why `book` failed in an earlier transaction. Then this one finds what is stored, and books nothing.
 */
export async function runChange<Client extends PostgresClient>(
  client: Client,
  { sql, merchant, place, decide, bookTimeoutMs }: PostgresChange<Client>,
  failed?: BookFailure,
): Promise<OnceChanged | BookFailure> {
  const values = [merchant, place.key, place.authorizationId];
  const [known] = (await rows<OnceKnown>(client, sql.known, values)) as [OnceKnown];
  const own = known.own ?? undefined; // JSON has no undefined
  const { row, book, withoutBook } = decide({ ...known, own });
  const put = async (stored: OnceRow | undefined) => {
    if (stored !== undefined) await client.query(sql.upsert, valuesOf(merchant, stored));
    return { document: stored?.document ?? (own as string) };
  };
  const putAndCommit = async (stored: OnceRow | undefined, more: object = {}) => {
    const changed = await put(stored);
    await client.query("commit");
    return { ...changed, ...more };
  };
  if (book === undefined) return putAndCommit(row);
  if (failed !== undefined) {
    if (withoutBook === undefined) throw failed.cause;
    return putAndCommit(withoutBook(failed.cause), { cause: failed.cause });
  }
  const changed = await put(row);
  await client.query(savepoint(bookTimeoutMs));
  const failure = (await runBook(client, book, bookTimeoutMs)) ?? (await commitBook(client));
  if (failure === undefined) return changed;
  const { cause, isLost } = failure;
  if (isLost || !(await undoBook(client))) return failure;
  if (withoutBook === undefined) throw cause;
  try {
    return await putAndCommit(withoutBook(cause), { cause });
  } catch {
    return failure;
  }
}
