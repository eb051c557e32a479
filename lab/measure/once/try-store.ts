/** The kit, and what only a server can show. */
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

const isThere = async (store: PostgresOnceStore<PoolClient>) => {
  const { seenAt: _, ...found } = (await store.find("key-1")) as OnceSnapshot;
  deepEqual(found, record);
};

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

  testOver("eight processes make the tables at once, and again later", async ({ store, pool }) => {
    const stores = Array.from({ length: 8 }, () => store());
    await Promise.all(stores.map((each) => each.migrate()));
    await store().migrate();
    const { rows } = await pool.query("select count(*)::int from pg_indexes where schemaname = current_schema()");
    deepEqual(rows, [{ count: 5 }]);
  });

  testOver("the statements by themselves make the same tables", async ({ store, pool }) => {
    for (const migration of postgresMigrations) await pool.query(migration);
    await store().migrate();
    await store().change(place, () => ({ record }));
    await isThere(store());
  });

  testOver("a worker that is frozen in its transaction is thrown out, and its process goes on", async ({ store }) => {
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

  testOver("whoever waits too long for another one is told so, and nothing is stored", async ({ store }) => {
    await store().migrate();
    const waits = store();
    const book = () =>
      rejects(
        waits.change(place, () => ({ record })),
        { code: "55P03" },
      );
    deepEqual(await store().change(place, () => ({ record: { ...record, version: 2 }, book })), {
      ...record,
      version: 2,
    });
    equal((await waits.find("key-1"))?.version, 2);
  });

  for (const [does, spoil] of [
    [
      "hides an error that aborted the transaction",
      (tx: PoolClient) => tx.query("select 1 / 0").catch(() => undefined),
    ],
    ["rolls the transaction back itself", (tx: PoolClient) => tx.query("rollback")],
  ] as const) {
    testOver(`a book that ${does}: no success is told that is none`, async ({ store }) => {
      await store().migrate();
      const book = async (tx: PoolClient) => void (await spoil(tx));
      await rejects(store().change(place, () => ({ record, book })));
      equal(await store().find("key-1"), undefined);
    });
  }

  for (const [at, from] of [
    ["the reservation", 1],
    ["the outcome", 2],
  ] as const) {
    testOver(`the response to the COMMIT of ${at} is lost: one capture, one booking`, async ({ store, pool }) => {
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
              if (text.endsWith("commit") && ++commits === from) throw new Error("Connection terminated unexpectedly");
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

  testOver("what was committed is there after a crash of the server, and the same pool goes on", async (tables) => {
    const store = tables.store();
    await store.migrate();
    await store.change(place, () => ({ record }));
    await postgres.crashAndRestart();
    await store.find("key-1").catch(() => undefined); // on the connection that broke
    await isThere(store);
  });
}
