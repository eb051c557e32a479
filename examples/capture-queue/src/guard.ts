/**
 * The intent-and-outcome guard: a request that must not be made twice is written down before it is sent, and what became
 * of it afterwards. All of it is one table and a lock per worker; nothing here knows of payments.
 *
 *   reserve   before sending. Only `reserved` may send: once, and only in the call that got this answer.
 *   settle    done, one way or the other: whoever comes later gets the stored result.
 *   park      it may have been done: a person decides, nobody sends it again.
 *   release   proven never to have been sent: it may be reserved again.
 *
 * An intent that is still open belongs to its owner. While the owner holds its lock (see presence.ts), it is in the middle
 * of it and is left alone. When the lock is free and stayed so for the grace, the owner has died, and the intent is parked.
 * The grace is for a worker that lives but lost its connection. Should it need longer, no harm is done: parking never
 * sends anything, and what the owner stores later replaces the parking. So the lock and the grace decide when a person is
 * told, and never whether money moves.
 */
import type { Pool, QueryResult } from "pg";

/** A pool, or a client in a transaction. */
export interface Db {
  query(text: string, values?: unknown[]): Promise<QueryResult>;
}

export const guardSchema = `
  create table intents (
    key text primary key,
    fingerprint text not null,
    state text not null default 'open' check (state in ('open', 'released', 'settled', 'parked', 'abandoned')),
    token uuid not null,
    owner int not null,
    attempt int not null default 1,
    opened_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz,
    result jsonb,
    history jsonb not null default '[]',
    look text
  );
  create index intents_open on intents (owner) where state = 'open';
  create index intents_to_look_at on intents (closed_at) where state in ('parked', 'abandoned') or look is not null;
`;

/** The first number of the lock that each worker holds; the second is the worker's own. */
export const workerLock = 4_711;

export interface Intent {
  readonly key: string;
  /** Says which request the key stands for. */
  readonly fingerprint: string;
  /** New for each attempt, the same when a step is repeated because its confirmation was lost. */
  readonly token: string;
  readonly owner: number;
}

export type Reserved =
  | { readonly kind: "reserved"; readonly attempt: number }
  | { readonly kind: "settled"; readonly result: unknown }
  | { readonly kind: "parked"; readonly result: unknown }
  /** Another delivery is in the middle of it. */
  | { readonly kind: "open" }
  /** The key stands for another request. */
  | { readonly kind: "refused" };

/** On a pool and never in a transaction: the intent must be stored before anything is sent. */
export async function reserve(pool: Pool, intent: Intent, graceMs: number): Promise<Reserved> {
  const { key, fingerprint, token, owner } = intent;
  const { rows } = await pool.query(
    `insert into intents (key, fingerprint, token, owner) values ($1, $2, $3, $4)
     on conflict (key) do update set
       state = 'open', token = $3, owner = $4, opened_at = clock_timestamp(), closed_at = null, result = null,
       attempt = intents.attempt + (intents.state = 'released')::int,
       history = case intents.state when 'released' then intents.history || intents.result else intents.history end
     where intents.fingerprint = $2
       and (intents.state = 'released' or (intents.token = $3 and intents.state in ('open', 'abandoned')))
     returning attempt`,
    [key, fingerprint, token, owner],
  );
  if (rows[0] !== undefined) return { kind: "reserved", attempt: rows[0].attempt };
  const found = await read(pool, key);
  if (found !== undefined && found.fingerprint !== fingerprint) return { kind: "refused" };
  if (found === undefined || found.state === "released") return { kind: "open" }; // it changed meanwhile: come back later
  if (found.state === "abandoned") return { kind: "parked", result: null };
  if (found.state === "open") {
    const isParked = (await parkAbandoned(pool, graceMs)).includes(key);
    return isParked ? { kind: "parked", result: null } : { kind: "open" };
  }
  return { kind: found.state, result: found.result };
}

export type ClosedState = "settled" | "parked" | "released";

/**
 * Stores what became of an intent; may be repeated until it is known to be stored. `late` when somebody has settled it by
 * hand meanwhile: their word stands, the outcome is kept beside it, and the intent is listed for a look.
 */
export async function close(
  db: Db,
  { key, token }: Intent,
  { state, result, look = null }: { state: ClosedState; result: unknown; look?: string | null },
): Promise<"closed" | "late"> {
  const stored = JSON.stringify(result);
  const { rowCount } = await db.query(
    `update intents set state = $3, result = $4, look = $5, closed_at = clock_timestamp()
     where key = $1 and token = $2 and state in ('open', 'abandoned', $3)`,
    [key, token, state, stored, look],
  );
  if (rowCount === 1) return "closed";
  if (state === "released") return "late"; // nothing was sent: nobody needs to know
  await db.query(
    `update intents set history = history || $2::jsonb, look = 'an outcome came after it was settled by hand'
     where key = $1`,
    [key, stored],
  );
  return "late";
}

export interface StoredIntent {
  readonly key: string;
  readonly fingerprint: string;
  readonly state: "open" | "abandoned" | ClosedState;
  readonly attempt: number;
  readonly result: unknown;
  readonly history: readonly unknown[];
  readonly look: string | null;
}

export async function read(db: Db, key: string): Promise<StoredIntent | undefined> {
  const { rows } = await db.query(
    "select key, fingerprint, state, attempt, result, history, look from intents where key = $1",
    [key],
  );
  return rows[0];
}

/**
 * Parks what the dead have left open, and gives the keys. A try for the owner's lock succeeds only when no session holds
 * it; while this statement has it, an owner that comes back waits. After a start of the database every lock is free, so
 * the grace counts from there for all.
 */
export async function parkAbandoned(db: Db, graceMs: number): Promise<string[]> {
  const { rows } = await db.query(
    `with old as materialized (
       select distinct owner from intents
       where state = 'open' and greatest(opened_at, pg_postmaster_start_time()) < clock_timestamp() - $2 * interval '1 ms'
     ), dead as materialized (select owner from old where pg_try_advisory_xact_lock($1, owner))
     update intents set state = 'abandoned', closed_at = clock_timestamp() from dead
     where intents.owner = dead.owner and state = 'open'
       and greatest(opened_at, pg_postmaster_start_time()) < clock_timestamp() - $2 * interval '1 ms'
     returning key`,
    [workerLock, graceMs],
  );
  return rows.map(({ key }) => key);
}

/**
 * A person's word on an intent that is parked or listed for a look. The new token keeps a worker that was thought dead
 * from writing over it; while such a worker lives, it is not yet for a person to decide, and the answer is false.
 */
export async function closeByHand(
  db: Db,
  key: string,
  { state, result }: { state: "settled" | "released"; result: unknown },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update intents set state = $3, result = $4, look = null, token = gen_random_uuid(), closed_at = clock_timestamp(),
       history = case when result is null then history else history || result end
     where key = $1 and (state in ('parked', 'abandoned') or look is not null)
       and (state <> 'abandoned' or pg_try_advisory_xact_lock($2, owner))`,
    [key, workerLock, state, JSON.stringify(result)],
  );
  return rowCount === 1;
}
