/** The store kit, and tests that need a real server. */
import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceKnown, type OnceRow, type OnceSnapshot, type OnceStoreError } from "merchant-payments/once";
import { type PostgresClient, PostgresOnceStore, postgresMigrations } from "merchant-payments/once/postgres";
import { FakePaymentService } from "merchant-payments/testing";
import { onceStoreTests } from "merchant-payments/testing/once";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { Pool, type PoolClient } from "./driver/pool.ts";
import { newTables, storeUnderTest, type Tables } from "./stores.ts";

const row: OnceRow = {
  key: "key-1",
  authorizationId: "a",
  version: 1,
  state: "captured",
  waitsFor: "nobody",
  stateSince: 1_000,
  dueAt: undefined,
  isUnbooked: false,
  expiresAt: undefined,
  isErased: false,
  document: "first",
};
const place = { key: "key-1", authorizationId: "a" };
const { document } = row;

async function expectRow(store: PostgresOnceStore<PoolClient>) {
  equal((await store.find("key-1"))?.document, document);
}

/** Connections that lose the response to one COMMIT, after that of the transaction that finds the tables. */
function losingCommit(pool: Tables["pool"], index: number) {
  let commits = 0;
  return {
    async connect(): Promise<PostgresClient> {
      const client = await pool.connect();
      return {
        release: (isBroken) => client.release(isBroken),
        async query(text, values) {
          const result = await client.query(text, values?.slice());
          if (text.endsWith("commit") && commits++ === index + 1) throw new Error("Connection terminated unexpectedly");
          return result;
        },
      };
    },
  };
}

/** A store whose statements about keys are also explained. */
function watching(pool: Tables["pool"], plans: string[], explain = "explain") {
  return new PostgresOnceStore({
    async connect(): Promise<PostgresClient> {
      const client = await pool.connect();
      return {
        release: (isBroken) => client.release(isBroken),
        async query(text, values) {
          if (/^select .*once_keys/s.test(text)) {
            const { rows } = await client.query(`${explain} ${text}`, values?.slice());
            plans.push([text, ...rows.map((line) => Object.values(line)[0])].join("\n"));
          }
          return client.query(text, values?.slice());
        },
      };
    },
  });
}

/** Of 100,000 keys, whose documents are as short as those of erased keys, some wait for a person, are due, are not booked, or expire. */
async function fillTable(pool: Tables["pool"]) {
  await pool.query(`insert into once_keys (merchant, key, authorization_id, version, state, state_since, waits_for, due_at,
      is_unbooked, expires_at, document)
    select '', 'key-' || n, 'a-' || n, 1, case when n % 500 = 0 then 'parked' else 'captured' end, n,
      case when n % 500 = 0 then 'person' else 'nobody' end, case when n % 1000 = 0 then n end, n % 700 = 0,
      case when n % 500 = 0 then n end, repeat('x', 240) from generate_series(1, 100000) as n`);
  await pool.query("vacuum analyze once_keys");
}

/** `Once` on a store, and a delivery of a new sale. */
function shopOn(store: PostgresOnceStore<PoolClient>) {
  const service = new FakePaymentService();
  const auth = basicAuth(service.merchantId, service.password);
  const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: service.fetch });
  const once = new Once({ payments, store, book: () => undefined });
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;
  const deliver = (key: string) => {
    const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    return once.finalize(key, { ...sale, invoiceId: `INVOICE-${key}` }, { authorization });
  };
  return { once, deliver, service };
}

const page = readFileSync(new URL("../../../docs/guides/once-operations.md", import.meta.url), "utf8");
const partitioning = page.split("```sql\n")[1]?.split("```")[0] as string;

export function tryStore(postgres: Postgres): void {
  const database = postgres.createDatabase("once");
  const make = () => storeUnderTest(database);
  after(() => postgres.remove());
  for (const { name, run } of onceStoreTests) test(name, () => run(make));

  const testOver = (name: string, run: (tables: Tables) => Promise<void>) =>
    test(name, async () => {
      const tables = await newTables(database);
      await run(tables).finally(tables.end);
    });

  testOver("eight processes migrate at once, and again later", async ({ store, pool }) => {
    const stores = Array.from({ length: 8 }, () => store());
    await Promise.all(stores.map((each) => each.migrate()));
    await store().migrate();
    const { rows } = await pool.query("select count(*)::int from pg_indexes where schemaname = current_schema()");
    deepEqual(rows, [{ count: 9 }]);
  });

  testOver("the migrations make the same tables without migrate()", async ({ store, pool }) => {
    for (const migration of postgresMigrations) await pool.query(migration);
    await store().migrate();
    await store().change(place, () => ({ row }));
    await expectRow(store());
  });

  testOver("the tables of the first format are read, and its keys go on", async ({ store, pool }) => {
    await pool.query(postgresMigrations[0] as string);
    const lines = readFileSync(new URL("../../../test/once/formats/format-1.jsonl", import.meta.url), "utf8").split(
      "\n",
    );
    const insert = "insert into once_captures (merchant, key, record) values ('', $1, $2::jsonb)";
    for (const line of lines.filter(Boolean)) await pool.query(insert, [JSON.parse(line).key, line]);
    const postgres = store();
    await rejects(postgres.find("parked"), /has no tables of this release/);
    await postgres.migrate();
    const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth: basicAuth("1", "pw") });
    const booked: string[] = [];
    const once = new Once({ payments, store: postgres, book: (_, { key }) => void booked.push(key) });
    const { entries } = await once.list();
    deepEqual([entries.length, entries[0]?.state, entries[0]?.blockedBy], [16, "blocked", "parked"]);
    const parked = entries.find(({ key }) => key === "parked") as OnceSnapshot;
    equal((await once.decide(parked, { as: "captured", by: "Eva", why: "found" })).isBooked, true);
    deepEqual([booked, (await once.get("parked"))?.history[0]?.by], [["parked"], "Eva"]);
  });

  testOver("tables that lack the last migration are named, and keep their keys when they get it", async (tables) => {
    const { store, pool } = tables;
    for (const migration of postgresMigrations.slice(0, 2)) await pool.query(migration);
    await pool.query(`insert into once_keys (merchant, key, authorization_id, version, state, state_since, waits_for,
      is_unbooked, document) values ('', 'key-1', 'a', 1, 'captured', 1000, 'nobody', false, 'first')`);
    const old = store();
    const calls = [() => old.change(place, () => ({ row })), () => old.counts(), () => old.list({ limit: 1 })];
    for (const call of calls) await rejects(call, /has no tables of this release/);
    await old.migrate();
    deepEqual((await old.list({ sortBy: "expiresAt", limit: 1 })).documents, ["first"]);
  });

  testOver("tables of a newer release are refused by a migration, and by a program that runs none", async (tables) => {
    const { store, pool } = tables;
    await store().migrate();
    await pool.query(`insert into once_schema values (${postgresMigrations.length + 1})`);
    const newer = /a newer release of merchant-payments wrote the tables of Once/;
    await rejects(store().migrate(), newer);
    const { once, deliver, service } = shopOn(store());
    await rejects(deliver("key-1"), (error: OnceStoreError) => newer.test(String(error.cause)));
    await rejects(once.get("key-1"), (error: OnceStoreError) => newer.test(String(error.cause)));
    equal(service.requests.length, 0);
  });

  testOver("a forgotten migrate() ends a delivery at once, and nothing is sent", async ({ store }) => {
    const { deliver, service } = shopOn(store());
    const startedAt = performance.now();
    await rejects(deliver("key-1"), (error: OnceStoreError) =>
      /call await store.migrate\(\)/.test(String(error.cause)),
    );
    ok(performance.now() - startedAt < 5_000);
    equal(service.requests.length, 0);
  });

  testOver("a standby serves get, list, counts and report, and a delivery there is told what it is", async (tables) => {
    await tables.store().migrate();
    const primary = shopOn(tables.store());
    for (const key of ["key-1", "key-2"]) await primary.deliver(key);
    const pool = new Pool({ connectionString: postgres.startStandby("once") });
    const standby = new PostgresOnceStore<PoolClient>(pool, { schema: tables.schema });
    try {
      const { once, deliver, service } = shopOn(standby);
      while ((await once.list().catch(() => undefined))?.entries.length !== 2); // it follows the primary
      equal((await once.get("key-1"))?.state, "captured");
      deepEqual((await once.counts()).counts, []);
      equal((await once.counts({ closed: true })).counts[0]?.count, 2);
      equal((await once.report({ from: new Date(0), to: new Date() }).totals())[0]?.amount.toFixed(), "250");
      const isStandby = ({ cause }: OnceStoreError) =>
        /the database is read-only, such as a standby/.test(String(cause));
      const startedAt = performance.now();
      await rejects(deliver("key-3"), isStandby);
      await rejects(once.sweep(), isStandby);
      await rejects(once.erase({ before: new Date() }), isStandby);
      await rejects(standby.migrate(), /the database is read-only/);
      ok(performance.now() - startedAt < 5_000);
      equal(service.requests.length, 0);
    } finally {
      await pool.end();
    }
  });

  testOver(
    "an erased record has 400 bytes in the median, and each set is erased once, also after a kill",
    async (tables) => {
      const { pool, store } = tables;
      await store({ merchant: "north" }).migrate();
      const north = store({ merchant: "north" });
      const { once, deliver } = shopOn(north);
      for (let number = 0; number < 20; number += 1) await deliver(`SHIPMENT-${10_000_000 + number}`);
      await pool.query(
        `update once_keys set document = replace(document, '"mayArriveUntil":', '"mayArriveUntil":1,"was":')`,
      );
      await pool.query(`insert into once_keys select merchant, key || '-' || n, authorization_id, version, state, state_since,
      waits_for, due_at, is_unbooked, replace(document, key, key || '-' || n), expires_at, is_erased
      from once_keys, generate_series(1, 400) as n`);
      const client = await pool.connect();
      const eraseSet = north.eraseSet.bind(north);
      let sets = 0;
      north.eraseSet = async (...of) => {
        sets += 1;
        if (sets === 4) await client.query("begin; lock table once_keys in share mode"); // until the kill
        return eraseSet(...of);
      };
      const before = { before: new Date(Date.now() + 1_000) };
      let isOver = false;
      const killed = once.erase(before).catch((error) => error);
      void killed.finally(() => {
        isOver = true;
      });
      const waiting = "pg_stat_activity where wait_event_type = 'Lock' and query like 'update%'";
      while (!isOver) await pool.query(`select pg_terminate_backend(pid) from ${waiting}`);
      await client.query("rollback");
      client.release();
      equal((await killed).name, "OnceStoreError");
      const erased = await pool.query<{ count: number }>("select count(*)::int from once_keys where is_erased");
      const first = erased.rows[0]?.count ?? 0;
      ok(first > 0 && first < 8_020, `${first} were erased before the kill`);
      equal(await once.erase(before), 8_020 - first);
      equal(await once.erase(before), 0);
      const { rows } = await pool.query<{ median: number }>(
        "select percentile_cont(0.5) within group (order by pg_column_size(keys.*)) as median from once_keys as keys",
      );
      ok((rows[0]?.median ?? 401) <= 400, `${rows[0]?.median} bytes`);
    },
  );

  testOver("migrate creates its schema, unless this user may not: then it says what to run", async (tables) => {
    const { store, pool, schema } = tables;
    const made = `${schema}_made`;
    await store({ schema: made }).migrate();
    deepEqual((await store({ schema: made }).list({ limit: 1 })).documents, []);
    const guest = `${schema}_guest`;
    await pool.query(`create role ${guest}`);
    const asGuest = (of: string) => store({ schema: of, role: guest });
    /** Runs what the message says, and tries again. */
    const obey = async (call: () => Promise<unknown>) => {
      let sentence = "";
      await call().catch((error: Error) => {
        sentence = error.message;
      });
      await pool.query(sentence.split(" run ")[1] as string);
      return call();
    };
    await obey(() => asGuest(`${schema}_other`).migrate());
    await obey(() => asGuest(schema).migrate());
    await rejects(asGuest(made).migrate(), /may not create tables in schema/);
    await obey(() => asGuest(made).find("key-1"));
    await asGuest(made).change(place, () => ({ row }));
    await expectRow(asGuest(made));
    await pool.query(
      `alter table ${made}.once_schema owner to ${guest}; delete from ${made}.once_schema where version > 4`,
    );
    await rejects(asGuest(made).migrate(), /does not own the tables of Once in schema .*: let their owner call/);
  });

  testOver("a migration has no time limit, unless one is given", async ({ store, pool }) => {
    for (const migration of postgresMigrations.slice(0, 4)) await pool.query(migration);
    const client = await pool.connect();
    try {
      await client.query("begin; lock table once_keys"); // the next migration waits for it
      await rejects(store().migrate({ timeoutMs: 200 }), { code: "57014" });
      const migrating = store().migrate();
      await client.query("select pg_sleep(0.5); commit");
      await migrating;
    } finally {
      client.release();
    }
    const { rows } = await pool.query("select reloptions from pg_class where oid = 'once_keys'::regclass");
    const settings = ["autovacuum_vacuum_scale_factor=0.02", "autovacuum_analyze_scale_factor=0.02"];
    deepEqual(rows, [{ reloptions: settings }]);
  });

  for (const migrations of [3, postgresMigrations.length]) {
    testOver(`a table of ${migrations} migrations that is partitioned as the page says goes on`, async (tables) => {
      const { store, pool, schema } = tables;
      for (const migration of postgresMigrations.slice(0, migrations)) await pool.query(migration);
      await pool.query(`insert into once_keys (merchant, key, authorization_id, version, state, state_since, waits_for,
        is_unbooked, document) values ('north', 'key-1', 'a', 1, 'captured', 1000, 'nobody', false, 'first')`);
      await pool.query(partitioning.replaceAll("payments", schema));
      const north = store({ merchant: "north" });
      await north.migrate();
      await expectRow(north);
      await north.change({ key: "key-2", authorizationId: "a" }, ({ others }) => ({
        row: { ...row, key: "key-2", document: others.join() },
      }));
      equal((await north.find("key-2"))?.document, "first");
      equal((await north.counts({ closed: true })).counts[0]?.count, 2);
      await store({ merchant: "south" }).change(place, () => ({ row }));
      await expectRow(store({ merchant: "south" }));
    });
  }

  testOver("no statement reads a table of 100,000 keys from end to end", async ({ store, pool }) => {
    await store().migrate();
    await fillTable(pool);
    const plans: string[] = [];
    const watched = watching(pool, plans);
    const pages = { limit: 100 };
    await watched.find("key-500");
    await watched.due(100);
    await watched.counts();
    await watched.counts({ closed: true });
    await watched.list(pages);
    await watched.list({ ...pages, waitsFor: "person" });
    await watched.list({ ...pages, waitsFor: "person", sortBy: "expiresAt" });
    await watched.list({ ...pages, waitsFor: "person", sortBy: "stateSince", from: 5_000 });
    await watched.list({ ...pages, waitsFor: "nobody" });
    await watched.list({ ...pages, states: ["pending"] });
    await watched.list({ ...pages, states: ["captured", "rejected"], sortBy: "stateSince", from: 5_000, to: 9_000 });
    await watched.list({ ...pages, states: ["captured"], sortBy: "key", from: 5_000, to: 9_000 });
    await watched.list({ ...pages, sortBy: "stateSince", after: "key-5000", afterTime: 5_000 });
    await watched.list({ ...pages, unbooked: true });
    await watched.list({ ...pages, states: ["parked"], authorizationIds: ["a-500", "a-1000"] });
    await watched.eraseSet({ to: 50_000, limit: 500 }, () => [{ ...row, document: "{}" }]);
    await watched.change(place, () => ({ row }));
    equal(plans.length, 17);
    deepEqual(
      plans.filter((plan) => plan.includes("Seq Scan")),
      [],
    );
  });

  testOver("a page of a period, and the counts, read few pages of 100,000 keys", async ({ store, pool }) => {
    await store().migrate();
    await fillTable(pool);
    const plans: string[] = [];
    const watched = watching(pool, plans, "explain (analyze, buffers)");
    const atTheEnd = { sortBy: "stateSince", from: 99_000, to: 99_900 } as const;
    await watched.list({ limit: 100, ...atTheEnd, states: ["captured"] });
    await watched.list({ limit: 100, ...atTheEnd, after: "key-99700", afterTime: 99_700 });
    await watched.counts();
    const pagesOf = (plan: string) => {
      const [, hit, read = 0] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
      return Number(hit) + Number(read);
    };
    const pages = plans.map(pagesOf);
    ok(pages.length === 3 && pages.every((count) => count < 30), `${pages}`);
  });

  testOver("PostgreSQL ends a transaction that is frozen, and its process goes on", async ({ store }) => {
    const short = store();
    await short.migrate();
    const { promise: frozen, resolve: thaw } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const book = async (tx: PoolClient) => {
      await tx.query("set local idle_in_transaction_session_timeout = 200");
      arrive();
      await frozen;
    };
    const ended = rejects(short.change(place, () => ({ row, book }))); // at any time from now on
    await arrived;
    const second = { ...row, document: "second" };
    const next = await store().change(place, ({ own }) => ({ row: own === undefined ? second : row }));
    equal(next.document, "second");
    thaw();
    await ended;
    equal((await short.find("key-1"))?.document, "second");
  });

  testOver("a change that waits too long for another one rejects, and stores nothing", async ({ store }) => {
    await store().migrate();
    const waits = store();
    const tooLate = () => waits.change(place, () => ({ row }));
    const changed = { ...row, document: "changed" };
    const book = () => rejects(tooLate, { code: "55P03" });
    deepEqual(await store().change(place, () => ({ row: changed, book })), { document: "changed" });
    equal((await waits.find("key-1"))?.document, "changed");
  });

  const withoutBook = () => ({ ...row, document: "without book" });

  const losses = {
    "whose session an administrator ends": (tx: PoolClient) =>
      tx.query("select pg_terminate_backend(pg_backend_pid())"),
    "that the server ends, because it waits": async (tx: PoolClient) => {
      await tx.query("set local idle_in_transaction_session_timeout = 100");
      return new Promise(() => undefined);
    },
    "that never ends": () => new Promise(() => undefined),
    "that is in a long query": (tx: PoolClient) => tx.query("select pg_sleep(30)"),
    "that releases the savepoint": (tx: PoolClient) => tx.query("release savepoint once_book; select 1 / 0"),
  };
  for (const [what, lose] of Object.entries(losses)) {
    testOver(`a book ${what}: the change is stored without it, and the pool has a connection again`, async (tables) => {
      await tables.store().migrate();
      const store = tables.store({ bookTimeoutMs: 500, max: 1 });
      const changed = await store.change(place, () => ({ row, book: lose, withoutBook }));
      equal(changed.document, "without book");
      ok(changed.cause instanceof Error);
      equal((await store.find("key-1"))?.document, "without book");
    });
  }

  testOver("a book that commits by itself has booked what it committed", async ({ store }) => {
    await store().migrate();
    const book = (tx: PoolClient) => tx.query("commit");
    const decide = ({ own }: OnceKnown) => (own ? { row: undefined } : { row, book, withoutBook });
    deepEqual(await store().change(place, decide), { document });
    await expectRow(store());
  });

  testOver(
    "a capture that is taken out of the books, whose response to COMMIT is lost, is read before it throws",
    async (tables) => {
      await tables.store().migrate();
      const lossy = new PostgresOnceStore<PostgresClient>(losingCommit(tables.pool, 0), { schema: tables.schema });
      const book = () => undefined;
      const decide = ({ own }: OnceKnown) => (own ? { row: undefined } : { row, book });
      deepEqual(await lossy.change(place, decide), { document });
    },
  );

  testOver(
    "every statement names its schema: a search path that also leads to another shop finds no tables",
    async (tables) => {
      const { pool, schema, store } = tables;
      await store().migrate();
      await store().change(place, () => ({ row }));
      await pool.query(`create schema ${schema}_b`);
      const ofShopB = store({ searchPath: `${schema}_b, ${schema}` });
      const forgotten = {
        message: "PostgresOnceStore has no tables of this release in its schema: call await store.migrate() first",
      };
      await rejects(ofShopB.find("key-1"), forgotten);
      await rejects(
        ofShopB.change(place, () => ({ row })),
        forgotten,
      );
      await rejects(ofShopB.migrate(), {
        message: `schema ${schema} of the search path already has the tables of Once: give PostgresOnceStore schema: "${schema}" to use them. New tables (schema: "${schema}_b") know none of its captures, and the same jobs are captured again`,
      });
      const named = store({ searchPath: `${schema}_b, ${schema}`, schema: `${schema}_b` });
      await named.migrate();
      equal(await named.find("key-1"), undefined);
      await expectRow(store({ searchPath: `${schema}_b, ${schema}`, schema }));
    },
  );

  testOver("a search path without a schema is one clear sentence", async ({ store }) => {
    const message = "no schema of the search path exists: give PostgresOnceStore a schema";
    await rejects(store({ searchPath: "nowhere" }).find("key-1"), { message });
    await rejects(store({ searchPath: "nowhere" }).migrate(), { message });
  });

  for (const [index, of] of ["the reservation", "the outcome"].entries()) {
    testOver(
      `the response to the COMMIT of ${of} is lost: one capture, one booking`,
      async ({ store, pool, schema }) => {
        await store().migrate();
        const service = new FakePaymentService();
        const auth = basicAuth(service.merchantId, service.password);
        const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: service.fetch });
        const lossy = new PostgresOnceStore<PostgresClient>(losingCommit(pool, index), { schema });
        const booked: string[] = [];
        const once = new Once({ payments, store: lossy, book: (_, { key }) => void booked.push(key) });
        const { totalAmount, ...sale } = service.sell({ paymentMethod: "card", totalAmount: "10.00" });
        const authorization = { paymentMethod: "card", authorizedAmount: "10.00", currencyCode: "SEK" } as const;
        const { state, isBooked } = await once.finalize("key-1", { ...sale, totalAmount }, { authorization });
        deepEqual([state, isBooked, booked], ["captured", true, ["key-1"]]);
        equal(service.finalizations.length, 1);
      },
    );
  }

  testOver("a key that is delivered and withdrawn at once is captured, or withdrawn and never sent", async (tables) => {
    await tables.store().migrate();
    const service = new FakePaymentService();
    const auth = basicAuth(service.merchantId, service.password);
    const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: service.fetch });
    const newOnce = () => new Once({ payments, store: tables.store(), book: () => undefined });
    const [worker, person] = [newOnce(), newOnce()];
    const authorization = { paymentMethod: "card", authorizedAmount: "10.00", currencyCode: "SEK" } as const;
    let captured = 0;
    for (let number = 0; number < 24; number += 1) {
      const key = `key-${number}`;
      const sale = service.sell({ paymentMethod: "card", totalAmount: "10.00" });
      const deliver = () => worker.finalize(key, sale, { authorization }).then(({ state }) => state);
      const withdraw = () =>
        person.withdraw(key, { by: "Eva", why: "cancelled" }).then(
          ({ state }) => state,
          ({ name }) => name,
        );
      const told =
        number % 2 === 0
          ? await Promise.all([deliver(), withdraw()])
          : (await Promise.all([withdraw(), deliver()])).toReversed();
      captured += told[0] === "captured" ? 1 : 0;
      const other = told[0] === "captured" ? "OnceDecisionError" : "not_captured";
      deepEqual(told, [told[0] === "captured" ? "captured" : "not_captured", other]);
    }
    equal(service.finalizations.length, captured);
  });

  testOver("a committed change outlives a crash of the server, and the same pool goes on", async (tables) => {
    const store = tables.store();
    await store.migrate();
    await store.change(place, () => ({ row }));
    await postgres.crashAndRestart();
    await store.find("key-1").catch(() => undefined); // on the connection that broke
    await expectRow(store);
  });
}
