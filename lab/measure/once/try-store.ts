/** The tests of every store on PostgreSQL, and tests that need a real server. */
import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { once as emitted } from "node:events";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { type Auth, basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceOptions, OnceReview, type OnceStoreError } from "merchant-payments/once";
import { type PostgresClient, PostgresOnceStore } from "merchant-payments/once/postgres";
import { FakePaymentService } from "merchant-payments/testing";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { find } from "../../../src/once/stores/queries.ts";
import { rowOf, storeTests } from "../../../test/once/store-tests.ts";
import { Pool, type PoolClient } from "./driver/pool.ts";
import { newTables, storeUnderTest, type Tables } from "./stores.ts";

const row = rowOf("K-1");
const hooked = (run: (tx: PoolClient) => unknown) => () => ({
  row: { ...row, document: '"not recorded"' },
  before: 0,
  hook: { run, succeeded: { ...row, document: '"recorded"' }, failed: () => ({ ...row, document: '"failed"' }) },
});
const storedIn = async (store: PostgresOnceStore<PoolClient>) => (await find(store, "K-1")).own?.document;

type Hooks<Client> = Pick<OnceOptions<Client>, "book" | "fail">;

/** `Once` on a store, and a delivery of a new sale. */
function shopOn<Client extends PostgresClient>(
  store: PostgresOnceStore<Client>,
  book: () => unknown = () => undefined,
) {
  const service = new FakePaymentService();
  const account = { password: service.password };
  const auth: Auth = (request) => basicAuth(service.merchantId, account.password)(request);
  const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: service.fetch });
  const hooks = { book: async () => void (await book()), fail: async () => undefined } as object as Hooks<Client>;
  const once = new Once<Client>({ payments, store, ...hooks });
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;
  const deliver = (key: string) =>
    once.finalize(key, service.sell({ paymentMethod: "card", totalAmount: "125.00" }), { authorization });
  return { once, deliver, service, account };
}

/** A pool whose messages a test sees, and may fail after they were sent. */
function watched(pool: Pool, see: (text: string) => void) {
  return {
    async connect(): Promise<PostgresClient> {
      const client = await pool.connect();
      return {
        release: (isBroken) => client.release(isBroken),
        async query(text, values) {
          const result = await client.query(text, values?.slice());
          see(text);
          return result;
        },
      };
    },
  };
}

export function tryStore(postgres: Postgres): void {
  const database = postgres.createDatabase("once");
  after(() => postgres.remove());
  for (const [name, run] of Object.entries(storeTests<PoolClient>())) {
    test(name, async () => {
      const under = await storeUnderTest(database);
      await run(under).finally(under.close);
    });
  }

  const testOver = (name: string, run: (tables: Tables) => Promise<void>, of = database) =>
    test(name, async () => {
      const tables = await newTables(of);
      await run(tables).finally(tables.end);
    });

  testOver("eight processes migrate at once, and again later", async ({ store }) => {
    await Promise.all(Array.from({ length: 8 }, () => store().migrate()));
    await store().migrate();
    equal((await store().change(row, () => ({ row, before: 0 }))).end, "stored");
  });

  testOver("a forgotten migrate() ends a delivery at once, and nothing is sent", async ({ store }) => {
    const { deliver, service } = shopOn(store());
    await rejects(deliver("key-1"), /has no tables of Once.*call await store.migrate\(\) once/);
    equal(service.requests.length, 0);
  });

  testOver("who may not use the tables is told at once, and nothing is sent", async ({ store, pool, schema }) => {
    await store().migrate();
    const role = `${schema}_guest`;
    await pool.query(`create role ${role}`);
    await rejects(shopOn(store({ role })).deliver("key-1"), /sent nothing: permission denied for schema/);
  });

  testOver("a connection's search path changes nothing: two workers use one table", async (tables) => {
    const { store, pool, schema } = tables;
    await store().migrate();
    await pool.query(`create schema ${schema}_b`);
    const stores = [
      store({ searchPath: schema }),
      store({ searchPath: `${schema}_b` }),
      store({ searchPath: "nowhere" }),
    ];
    for (const each of stores)
      await each.change(row, ({ own }) => ({ row: own ? undefined : row, before: own ? 1 : 0 }));
    const { rows } = await pool.query("select count(*)::int from once_keys");
    deepEqual(rows, [{ count: 1 }]);
  });

  test("a response's – is stored by a database in LATIN1", async () => {
    const connection = new Pool({ connectionString: database });
    await connection.query("create database latin encoding 'LATIN1' locale 'C' template template0");
    await connection.end();
    const tables = await newTables(database.replace("/once?", "/latin?"));
    const store = tables.store();
    await store.migrate();
    const service = new FakePaymentService();
    const fetch: typeof globalThis.fetch = async (...call) => {
      const response = await service.fetch(...call);
      const text = (await response.text()).replace('"statusMessage":"', '"statusMessage":"done – thanks ');
      return new Response(text, response);
    };
    const auth = basicAuth(service.merchantId, service.password);
    const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch });
    const once = new Once({ payments, store, book: async () => undefined, fail: async () => undefined });
    const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;
    const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    const { state } = await once.finalize("Ordern – 1", sale, { authorization });
    const snapshot = await new OnceReview({ store }).get("Ordern – 1");
    await tables.end();
    deepEqual(
      [state, snapshot?.key, snapshot?.response?.body.includes("done – thanks")],
      ["captured", "Ordern – 1", true],
    );
  });

  test("a connection whose first chunk ends with FATAL does not end the worker", async () => {
    const ready = Buffer.from("520000000800000000" + "5a0000000549", "hex"); // authenticated, ready
    const fields = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0", "latin1");
    const size = Buffer.alloc(4);
    size.writeInt32BE(fields.length + 4);
    const fatal = Buffer.concat([Buffer.from("E"), size, fields]);
    const server = createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.end(Buffer.concat([ready, fatal])));
    });
    await emitted(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as { port: number };
    const pool = new Pool({ host: "127.0.0.1", port, user: "mia", ssl: false });
    pool.on("error", () => undefined);
    const store = new PostgresOnceStore(pool, { schema: "payments" });
    equal((await store.change(row, () => ({ row, before: 0 }))).end, "failed");
    await pool.end();
    server.close();
  });

  testOver(
    "a hook cannot give its connection back, nor end it, nor go on after its end",
    async ({ store, pool, schema }) => {
      const own = store();
      await own.migrate();
      await pool.query("create table books (line int primary key)");
      const insert = `insert into ${schema}.books values ($1)`;
      const released = hooked(async (tx) => {
        tx.release(); // as a query builder's usual pool does
        await tx.query(insert, [1]);
      });
      equal((await own.change(row, released)).end, "stored");
      const ended = await own.change(row, hooked((tx) => (tx as unknown as { end(): Promise<void> }).end())); // biome-ignore format: one line
      ok(/do not call end|not-null/.test(String(Object(ended).cause)));
      const other = rowOf("K-2");
      const late = () => ({
        row: other,
        before: 0,
        hook: {
          // The second insert breaks the key; the third one goes on, and is sent after the hook has failed.
          run: (tx: PoolClient) =>
            Promise.all([
              tx.query(insert, [2]),
              tx.query(insert, [1]),
              new Promise((resolve) => setTimeout(resolve, 50)).then(() => tx.query(insert, [3])),
            ]),
          succeeded: other,
          failed: () => ({ ...other, document: '"failed"' }),
        },
      });
      equal((await own.change(other, late)).end, "hook_failed");
      await new Promise((resolve) => setTimeout(resolve, 200));
      deepEqual((await pool.query("select line from books")).rows, [{ line: 1 }]);
    },
  );

  testOver("a hook that hides an error is undone", async ({ store }) => {
    const own = store();
    await own.migrate();
    const hiding = hooked((tx) => tx.query("select 1/0").catch(() => undefined));
    equal((await own.change(row, hiding)).end, "hook_failed");
    equal(await storedIn(own), '"failed"');
  });

  testOver("a hook that never ends, and one whose session ends, are lost", async ({ store }) => {
    const own = store({ hookTimeoutMs: 200 });
    await own.migrate();
    const startedAt = performance.now();
    const endless = hooked(() => new Promise(() => undefined));
    equal((await own.change(row, endless)).end, "hook_lost");
    ok(performance.now() - startedAt < 2_000);
    const killed = hooked((tx) => tx.query("select pg_terminate_backend(pg_backend_pid())"));
    equal((await own.change(row, killed)).end, "hook_lost");
    equal(await storedIn(own), undefined);
  });

  testOver(
    "a hook that never ends leaves a capture that is not recorded, and the sweep books it",
    async ({ store, pool }) => {
      await store().migrate();
      let isStuck = true;
      const { once, deliver } = shopOn(store({ hookTimeoutMs: 300 }), () =>
        isStuck ? new Promise(() => undefined) : undefined,
      );
      const { state, isRecorded, hookCause } = await deliver("key-1");
      deepEqual([state, isRecorded, hookCause?.name], ["captured", false, "OnceHookError"]);
      isStuck = false;
      await pool.query(
        "update once_keys set due_at = 1, document = regexp_replace(document, '\"dueAt\":\\d+', '\"dueAt\":1')",
      );
      deepEqual(
        (await once.sweep()).map((entry) => entry.isRecorded),
        [true],
      );
    },
  );

  for (const which of [1, 2]) {
    testOver(
      `the response to COMMIT number ${which} is lost: one capture, one booking`,
      async ({ store, pool, schema }) => {
        await store().migrate();
        let commits = 0;
        const lossy = watched(pool, (text) => {
          if (text.endsWith("commit") && ++commits === which) throw new Error("Connection terminated unexpectedly");
        });
        let booked = 0;
        const { deliver, service } = shopOn(new PostgresOnceStore<PostgresClient>(lossy, { schema }), () => {
          booked += 1;
        });
        const { state, isRecorded } = await deliver("key-1");
        deepEqual([state, isRecorded, booked, service.finalizations.length], ["captured", true, 1, 1]);
      },
    );
  }

  testOver(
    "one capture takes five round trips and eighteen statements, besides the hook",
    async ({ store, pool, schema }) => {
      await store().migrate();
      const messages: string[] = [];
      const seen = watched(pool, (text) => void messages.push(text));
      await shopOn(new PostgresOnceStore<PostgresClient>(seen, { schema })).deliver("key-1");
      const statements = messages.flatMap((text) => text.replace(/E'(?:[^'\\]|\\.|'')*'/g, "''").split(/;\s*/));
      deepEqual([messages.length, statements.length], [5, 18]);
    },
  );

  testOver(
    "100,000 queued keys: a sweep with an open circuit breaker and the counts stay fast",
    async ({ store, pool }) => {
      const own = store();
      await own.migrate();
      const { once, deliver, account } = shopOn(own);
      await deliver("like");
      await pool.query(`insert into once_keys select merchant, 'key-' || n, 'a-' || n, null, version, 'queued', 1, 'sweep', 1, 1,
      null, 0, 1, replace(document, '"like"', '"key-' || n || '"') from once_keys, generate_series(1, 100000) as n`);
      await pool.query("vacuum analyze once_keys");
      account.password = "changed at midnight";
      for (const key of ["a", "b", "c"]) await deliver(key);
      equal(once.status().isOpen, true);
      const timed = async (act: () => Promise<unknown>) => {
        const startedAt = performance.now();
        await act();
        return performance.now() - startedAt;
      };
      const review = new OnceReview({ store: own });
      const [sweep, counts] = [await timed(() => once.sweep()), await timed(() => review.counts())];
      console.log(`# sweep ${Math.round(sweep)} ms, counts ${Math.round(counts)} ms`);
      ok(sweep < 1_000 && counts < 200);
    },
  );

  testOver(
    "a key that is delivered and withdrawn at once is captured, or withdrawn and never sent",
    async ({ store }) => {
      await store().migrate();
      const { deliver, service } = shopOn(store());
      const review = new OnceReview({ store: store() });
      let captured = 0;
      for (let number = 0; number < 24; number += 1) {
        const key = `key-${number}`;
        const withdraw = () => review.withdraw(key, { by: "Eva", why: "cancelled" }).then(({ state }) => state, ({ name }) => name); // biome-ignore format: one line
        const acts = [() => deliver(key).then(({ state }) => state), withdraw];
        const told = await Promise.all((number % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
        const [state] = number % 2 === 0 ? told : told.toReversed();
        captured += state === "captured" ? 1 : 0;
        ok(told.includes(state === "captured" ? "OnceDecisionError" : "not_captured"));
      }
      equal(service.finalizations.length, captured);
    },
  );

  testOver("a standby serves get, list and counts, and a delivery there is told what it is", async (tables) => {
    await tables.store().migrate();
    await shopOn(tables.store()).deliver("key-1");
    const pool = new Pool({ connectionString: postgres.startStandby("once") });
    const standby = new PostgresOnceStore<PoolClient>(pool, { schema: tables.schema });
    try {
      const review = new OnceReview({ store: standby });
      while ((await review.list().catch(() => undefined))?.entries.length !== 1); // it follows the primary
      equal((await review.get("key-1"))?.state, "captured");
      deepEqual((await review.counts()).counts, []);
      const isStandby = ({ message }: OnceStoreError) => /the database is read-only, such as a standby/.test(message);
      await rejects(shopOn(standby).deliver("key-3"), isStandby);
      await rejects(shopOn(standby).once.sweep(), isStandby);
    } finally {
      await pool.end();
    }
  });

  testOver("a committed change outlives a crash of the server, and the same pool goes on", async ({ store }) => {
    const own = store();
    await own.migrate();
    await own.change(row, () => ({ row, before: 0 }));
    await postgres.crashAndRestart();
    await find(own, "K-1").catch(() => undefined); // on the connection that broke
    equal(await storedIn(own), row.document);
  });
}
