/** A change within a transaction of PostgreSQL, with the locks in its hand. */
import { BookFailure, booked, committed, isUndone, type PostgresClient } from "./postgres-book.js";
import { rows, type Statements, savepoint } from "./postgres-sql.js";
import type { OnceRecord } from "./record.js";
import type { OnceChange, OnceChanged, OnceKnown, OncePlace } from "./store.js";

interface Change<Client> {
  readonly sql: Statements;
  readonly merchant: string;
  readonly place: OncePlace;
  readonly decide: (known: OnceKnown) => OnceChange<Client>;
}

/** Stores and books. Gives the failure where the transaction cannot go on. */
export async function changed<Client extends PostgresClient>(
  client: Client,
  change: Change<Client>,
  bookTimeoutMs: number,
): Promise<OnceChanged | BookFailure> {
  const known = await knownOf(client, change);
  const { record, book, withoutBook } = change.decide(known);
  if (record !== known.own) await put(client, change, record);
  if (book === undefined) return commit(client, { record });
  await client.query(savepoint(bookTimeoutMs));
  const failure = (await booked(client, book, bookTimeoutMs)) ?? (await committed(client));
  if (failure === undefined) return { record };
  if (failure.isLost || !(await isUndone(client))) return new BookFailure(failure.cause, true);
  if (withoutBook === undefined) throw failure.cause;
  try {
    await put(client, change, withoutBook);
    return await commit(client, { record: withoutBook, cause: failure.cause });
  } catch {
    return new BookFailure(failure.cause, true);
  }
}

/** Once more after `book` has failed: what is stored already is found, and nothing is booked. */
export async function changedWithoutBook<Client extends PostgresClient>(
  client: Client,
  change: Change<Client>,
  { cause }: BookFailure,
): Promise<OnceChanged> {
  const known = await knownOf(client, change);
  const { record, book, withoutBook } = change.decide(known);
  const stored = book === undefined ? record : withoutBook;
  if (stored === undefined) throw cause;
  if (stored !== known.own) await put(client, change, stored);
  return commit(client, book === undefined ? { record } : { record: stored, cause });
}

async function knownOf<Client extends PostgresClient>(client: Client, change: Change<Client>): Promise<OnceKnown> {
  const { sql, merchant, place } = change;
  const values = [merchant, place.key, place.authorization];
  const [found] = (await rows<OnceKnown>(client, sql.known, values)) as [OnceKnown];
  return { ...found, own: found.own ?? undefined }; // JSON has no undefined
}

async function put<Client extends PostgresClient>(
  client: Client,
  { sql, merchant }: Change<Client>,
  record: OnceRecord,
) {
  await client.query(sql.upsert, [merchant, record.key, JSON.stringify(record)]);
}

async function commit(client: PostgresClient, changed: OnceChanged): Promise<OnceChanged> {
  await client.query("commit");
  return changed;
}
