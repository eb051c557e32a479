/** The store kit, and tests that need a real server. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import { after, test } from "node:test";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceRecord, type OnceSnapshot } from "merchant-payments/once";
import { type PostgresClient, PostgresOnceStore, postgresMigrations } from "merchant-payments/once/postgres";
import { FakePaymentService } from "merchant-payments/testing";
import { onceRulesTests, onceStoreTests } from "merchant-payments/testing/once";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import type { PoolClient } from "./driver/pool.ts";
import { newTables, storeUnderTest, type Tables } from "./stores.ts";

const place = { key: "key-1", authorization: "a" };
const record = { ...place, version: 1, state: "captured", stateSince: 1_000, isBooked: true } as OnceRecord;

async function expectRecord(store: PostgresOnceStore<PoolClient>) {
  const { seenAt: _, ...found } = (await store.find("key-1")) as OnceSnapshot;
  deepEqual(found, record);
}

export function tryStore(postgres: Postgres): void {
  const database = postgres.createDatabase("once");
  const make = () => storeUnderTest(database);
  after(() => postgres.remove());
  for (const { name, run } of onceStoreTests) test(name, () => run(make));
  for (const { name, run } of onceRulesTests) test(name, () => run(make, { Once, PaymentClient, basicAuth }));

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
    deepEqual(rows, [{ count: 5 }]);
  });

  testOver("the migrations make the same tables without migrate()", async ({ store, pool }) => {
    for (const migration of postgresMigrations) await pool.query(migration);
    await store().migrate();
    await store().change(place, () => ({ record }));
    await expectRecord(store());
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
    const change = short.change(place, () => ({ record, book }));
    await arrived;
    const next = await store().change(place, ({ own }) => ({ record: { ...record, version: own ? 3 : 2 } }));
    equal(next.version, 2);
    thaw();
    await rejects(change);
    equal((await short.find("key-1"))?.version, 2);
  });

  testOver("a change that waits too long for another one rejects, and stores nothing", async ({ store }) => {
    await store().migrate();
    const waits = store();
    const tooLate = () => waits.change(place, () => ({ record }));
    const changed = { ...record, version: 2 };
    const book = () => rejects(tooLate, { code: "55P03" });
    deepEqual(await store().change(place, () => ({ record: changed, book })), changed);
    equal((await waits.find("key-1"))?.version, 2);
  });

  const spoilers = {
    "hides an error that aborted the transaction": (tx: PoolClient) => tx.query("select 1 / 0").catch(() => undefined),
    "rolls the transaction back itself": (tx: PoolClient) => tx.query("rollback"),
  };
  for (const [does, spoil] of Object.entries(spoilers)) {
    testOver(`a book that ${does}: the change rejects, and nothing is stored`, async ({ store }) => {
      await store().migrate();
      const book = async (tx: PoolClient) => void (await spoil(tx));
      await rejects(store().change(place, () => ({ record, book })));
      equal(await store().find("key-1"), undefined);
    });
  }

  for (const [index, of] of ["the reservation", "the outcome"].entries()) {
    testOver(`the response to the COMMIT of ${of} is lost: one capture, one booking`, async ({ store, pool }) => {
      await store().migrate();
      const service = new FakePaymentService();
      const auth = basicAuth(service.merchantId, service.password);
      const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: service.fetch });
      let commits = 0;
      const lossy = new PostgresOnceStore<PostgresClient>({
        async connect() {
          const client = await pool.connect();
          return {
            release: (isBroken) => client.release(isBroken),
            async query(text, values) {
              const result = await client.query(text, values?.slice());
              if (text.endsWith("commit") && commits++ === index) throw new Error("Connection terminated unexpectedly");
              return result;
            },
          };
        },
      });
      const booked: string[] = [];
      const once = new Once({ payments, store: lossy, book: (_, { key }) => void booked.push(key) });
      const { totalAmount, ...sale } = service.sell({ paymentMethod: "card", amount: "10.00" });
      const authorization = { paymentMethod: "card", authorizedAmount: "10.00", currencyCode: "SEK" } as const;
      const { state, isBooked } = await once.finalize("key-1", { ...sale, totalAmount }, { authorization });
      deepEqual([state, isBooked, booked, commits], ["captured", true, ["key-1"], 3]);
      equal(service.finalizations.length, 1);
    });
  }

  testOver("a committed change outlives a crash of the server, and the same pool goes on", async (tables) => {
    const store = tables.store();
    await store.migrate();
    await store.change(place, () => ({ record }));
    await postgres.crashAndRestart();
    await store.find("key-1").catch(() => undefined); // on the connection that broke
    await expectRecord(store);
  });
}
