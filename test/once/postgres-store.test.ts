// What the store says to its client. What PostgreSQL makes of it: npm run lab -- once.
import type { OnceRecord } from "merchant-payments/once";
import { type PostgresClient, PostgresOnceStore } from "merchant-payments/once/postgres";
import { expect, test, vi } from "vitest";

const place = { key: "shipment-1", authorization: '["","T-1"]' };
const record = { ...place, version: 1, state: "sending" } as OnceRecord;

/** Writes down what it is asked, with the words that matter, and responses by them. */
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

test("a change is four round trips, and the books", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const decide = vi.fn(() => ({ record, book: (tx: PostgresClient) => tx.query("book").then(() => undefined) }));
  expect(await store.change(place, decide)).toBe(record);
  expect(decide).toHaveBeenCalledExactlyOnceWith({ now: 1_000, own: undefined, others: [] });
  expect(said).toEqual(["begin", "select", "insert", "book", "release"]);
  expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
});

test("it locks the key first, then the authorization, with the time-outs set before", async () => {
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

test("what stays the same is not written", async () => {
  const { store, said } = scripted({ select: { ...nothing, own: record } });
  await store.change(place, ({ own }) => ({ record: own ?? { ...record, version: 2 } }));
  expect(said).toEqual(["begin", "select", "release"]);
});

const lost = new Error("Connection terminated unexpectedly");

test.each<[string, Readonly<Record<string, unknown>>, string[], boolean]>([
  ["the locks are not given", { begin: lost }, ["begin", "rollback"], false],
  ["the record is not written", { select: nothing, insert: lost }, ["begin", "select", "insert", "rollback"], false],
  [
    "the response to COMMIT is lost",
    { select: nothing, release: lost, rollback: lost },
    ["begin", "select", "insert", "release", "rollback"],
    true,
  ],
])("%s: it is rolled back, and a connection that cannot is thrown away", async (_, responses, said, isBroken) => {
  const scene = scripted(responses);
  await expect(scene.store.change(place, () => ({ record }))).rejects.toBe(lost);
  expect(scene.said).toEqual(said);
  expect(scene.client.release).toHaveBeenCalledExactlyOnceWith(isBroken);
});

test("what decide throws is thrown on, and the connection is kept", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const refused = new Error("rejected");
  const change = store.change(place, () => {
    throw refused;
  });
  await expect(change).rejects.toBe(refused);
  expect(said).toEqual(["begin", "select", "rollback"]);
  expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
});

test("a connection is listened to once, however often it is used", async () => {
  const { store, client } = scripted();
  await store.due(1);
  await store.due(1);
  expect(client.on).toHaveBeenCalledOnce();
  expect(client.on.mock.calls[0]?.[1](lost)).toBeUndefined();
});

test("a client that tells of no errors will do", async () => {
  const look = { ...record, seenAt: 1 };
  const { client } = scripted({ select: look });
  const { on: _, ...plain } = client;
  expect(await new PostgresOnceStore({ connect: async () => plain }).find("key")).toEqual(look);
});

test("a list passes on what it is narrowed by", async () => {
  const look = { ...record, seenAt: 1 };
  const { store, client } = scripted({ select: look });
  const query = vi.spyOn(client, "query");
  expect(await store.list({ limit: 10 })).toEqual([look]);
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
