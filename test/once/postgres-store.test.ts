// The queries of the store. `npm run lab -- once` runs them on PostgreSQL.
import type { OnceRecord } from "merchant-payments/once";
import { type PostgresClient, PostgresOnceStore } from "merchant-payments/once/postgres";
import { expect, test, vi } from "vitest";

const place = { key: "shipment-1", authorization: '["","T-1"]' };
const record = { ...place, version: 1, state: "sending" } as OnceRecord;

/** Records its queries by their first word, and responds by it. */
function scripted(responses: Readonly<Record<string, unknown>> = {}) {
  const said: string[] = [];
  const client = {
    async query(text: string) {
      const words = /^\s*(begin|select|insert|release|rollback|create|book)/.exec(text)?.[1] ?? text;
      said.push(words);
      const response = responses[words];
      if (response instanceof Error) throw response;
      return { rows: [{ found: JSON.stringify(response ?? null) }] };
    },
    release: vi.fn<PostgresClient["release"]>(),
    on: vi.fn<NonNullable<PostgresClient["on"]>>(),
  };
  return { said, client, store: new PostgresOnceStore({ connect: async () => client }) };
}

const nothing = { now: 1_000, own: null, others: [] };

test("a change takes four round trips, and the booking", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const decide = vi.fn(() => ({ record, book: (tx: PostgresClient) => tx.query("book").then(() => undefined) }));
  expect(await store.change(place, decide)).toBe(record);
  expect(decide).toHaveBeenCalledExactlyOnceWith({ now: 1_000, own: undefined, others: [] });
  expect(said).toEqual(["begin", "select", "insert", "book", "release"]);
  expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
});

test("a change sets time-outs, then locks the key, then the authorization", async () => {
  const { store, client } = scripted({ select: nothing });
  const query = vi.spyOn(client, "query");
  await store.change(place, () => ({ record }));
  expect(query.mock.calls[0]?.[0].split(/;\s*/)).toEqual([
    "begin isolation level read committed read write",
    "set local synchronous_commit = on",
    "set local statement_timeout = 10000",
    "set local lock_timeout = 5000",
    "set local idle_in_transaction_session_timeout = 10000",
    "savepoint once",
    expect.stringMatching(/^select pg_advisory_xact_lock\(1869505329,-?\d+\)$/),
    expect.stringMatching(/^select pg_advisory_xact_lock\(1869505330,-?\d+\)$/),
  ]);
});

test("an unchanged record is not written", async () => {
  const { store, said } = scripted({ select: { ...nothing, own: record } });
  await store.change(place, ({ own }) => ({ record: own ?? { ...record, version: 2 } }));
  expect(said).toEqual(["begin", "select", "release"]);
});

const lost = new Error("Connection terminated unexpectedly");

test.each<[string, Readonly<Record<string, unknown>>, string[], boolean]>([
  ["the locks are not granted", { begin: lost }, ["begin", "rollback"], false],
  ["the record is not written", { select: nothing, insert: lost }, ["begin", "select", "insert", "rollback"], false],
  [
    "the response to COMMIT is lost",
    { select: nothing, release: lost, rollback: lost },
    ["begin", "select", "insert", "release", "rollback"],
    true,
  ],
])("a change is rolled back if %s, and a broken connection is thrown away", async (_, responses, said, isBroken) => {
  const scene = scripted(responses);
  await expect(scene.store.change(place, () => ({ record }))).rejects.toBe(lost);
  expect(scene.said).toEqual(said);
  expect(scene.client.release).toHaveBeenCalledExactlyOnceWith(isBroken);
});

test("an error of decide is thrown, and the connection is kept", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const invalid = new Error("invalid");
  const change = store.change(place, () => {
    throw invalid;
  });
  await expect(change).rejects.toBe(invalid);
  expect(said).toEqual(["begin", "select", "rollback"]);
  expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
});

test("a connection gets one error listener, however often it is used", async () => {
  const { store, client } = scripted();
  await store.due(1);
  await store.due(1);
  expect(client.on).toHaveBeenCalledOnce();
  expect(client.on.mock.calls[0]?.[1](lost)).toBeUndefined();
});

test("a client without error events is accepted", async () => {
  const snapshot = { ...record, seenAt: 1 };
  const { client } = scripted({ select: snapshot });
  const { on: _, ...plain } = client;
  expect(await new PostgresOnceStore({ connect: async () => plain }).find("key")).toEqual(snapshot);
});

test("a list passes its filters to the database", async () => {
  const snapshot = { ...record, seenAt: 1 };
  const { store, client } = scripted({ select: snapshot });
  const query = vi.spyOn(client, "query");
  expect(await store.list({ limit: 10 })).toEqual([snapshot]);
  await store.list({ states: ["unknown", "parked"], from: 5, to: 9, unbooked: true, after: "a", limit: 2 });
  const values = query.mock.calls.map((call: readonly unknown[]) => call[1]).filter(Boolean);
  expect(values).toEqual([
    ["", null, 0, 9007199254740991, false, 10],
    ["a", "unknown,parked", 5, 9, true, 2],
  ]);
});

test("a migration that was run is not run again", async () => {
  const fresh = scripted({ select: true });
  await fresh.store.migrate();
  expect(fresh.said).toEqual(["begin", "select", "create", "release"]);
  const done = scripted({ select: false });
  await done.store.migrate();
  expect(done.said).toEqual(["begin", "select", "select", "release"]);
});
