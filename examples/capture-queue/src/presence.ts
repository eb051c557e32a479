/** How others can tell whether a worker lives: it holds a lock for as long as its session lasts. */
import { hostname } from "node:os";
import { Client } from "pg";
import { workerLock } from "./guard.ts";
import { keepTrying } from "./keep-trying.ts";

export const presenceSchema = `
  create table workers (
    id int generated always as identity primary key,
    pid int not null,
    host text not null,
    started_at timestamptz not null default now()
  );
`;

/**
 * PostgreSQL frees the lock when the session ends, so at once when the process dies, and within half a minute when its
 * machine or the network does. The connection must be the worker's own: through a pooler that shares sessions, the lock
 * would be somebody else's.
 */
export class Presence {
  /** This worker, for as long as its process runs; no other one ever gets the number. */
  readonly id: number;
  /** Resolves while the lock is held; after a lost connection, once it is held again. */
  held: Promise<void> = Promise.resolve();
  readonly #databaseUrl: string;
  #client: Client;
  #isOver = false;

  private constructor(databaseUrl: string, id: number, client: Client) {
    this.#databaseUrl = databaseUrl;
    this.id = id;
    this.#client = client;
  }

  static async begin(databaseUrl: string): Promise<Presence> {
    const client = await connected(databaseUrl);
    const { rows } = await client.query("insert into workers (pid, host) values ($1, $2) returning id", [
      process.pid,
      hostname(),
    ]);
    const presence = new Presence(databaseUrl, rows[0].id, client);
    await presence.#hold(client);
    return presence;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#client.end();
  }

  async #hold(client: Client): Promise<void> {
    await client.query("select pg_advisory_lock($1, $2)", [workerLock, this.id]);
    this.#client = client;
    client.once("end", () => {
      if (!this.#isOver) this.held = keepTrying("taking the worker's lock again", () => this.#again());
    });
  }

  async #again(): Promise<void> {
    if (!this.#isOver) await this.#hold(await connected(this.#databaseUrl));
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: "capture-queue presence",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
  });
  client.on("error", () => undefined); // "end" follows, and is what counts
  await client.connect();
  return client;
}
