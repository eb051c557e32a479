/** The guard on its own: reserve, close, read, park; and whose word stands when two have one. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import type { Pool } from "pg";
import { openPool } from "../src/database.ts";
import { close, closeByHand, type Intent, parkAbandoned, read, reserve } from "../src/guard.ts";
import { isDatabaseAway, keepTrying } from "../src/keep-trying.ts";
import { Presence } from "../src/presence.ts";
import { setUp } from "../src/set-up.ts";
import { type Postgres, startPostgres } from "../stage/postgres.ts";

const minute = 60_000;
const done = { state: "settled", result: { outcome: "captured" } } as const;
const lost = { state: "parked", result: { outcome: "unknown" } } as const;
const unsent = { state: "released", result: { outcome: "not_sent" } } as const;

let postgres: Postgres;
let databaseUrl: string;
let pool: Pool;
let worker: Presence;

before(async () => {
  postgres = startPostgres();
  databaseUrl = postgres.createDatabase("guard");
  pool = openPool(databaseUrl, 20);
  await setUp(pool);
});
after(async () => {
  await pool.end();
  postgres.remove();
});
beforeEach(async () => {
  await pool.query("truncate intents");
  worker = await Presence.begin(databaseUrl);
});
afterEach(async () => {
  await worker.end();
});

/** A delivery's intent; each delivery has its own token. */
function intent(key: string, owner: Presence = worker): Intent {
  return { key, fingerprint: "125.00 SEK", token: randomUUID(), owner: owner.id };
}

describe("reserve", () => {
  it("gives one of twenty the right to send", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(pool, intent("twenty"), minute)));

    const kinds = answers.map(({ kind }) => kind).sort();
    assert.deepEqual(kinds, [...Array<string>(19).fill("open"), "reserved"]);
  });

  it("gives the stored result of a key that is settled", async () => {
    const first = intent("settled");
    await reserve(pool, first, minute);
    await close(pool, first, done);

    assert.deepEqual(await reserve(pool, intent("settled"), minute), {
      kind: "settled",
      result: { outcome: "captured" },
    });
  });

  it("refuses a key that stands for another request", async () => {
    const first = intent("another");
    await reserve(pool, first, minute);
    const other = { ...intent("another"), fingerprint: "80.00 SEK" };

    assert.deepEqual(await reserve(pool, other, minute), { kind: "refused" });
    await close(pool, first, done);
    assert.deepEqual(await reserve(pool, other, minute), { kind: "refused" });
  });

  it("lets nobody send what is parked", async () => {
    const first = intent("parked");
    await reserve(pool, first, minute);
    await close(pool, first, lost);

    assert.deepEqual(await reserve(pool, intent("parked"), minute), {
      kind: "parked",
      result: { outcome: "unknown" },
    });
  });

  it("lets one send again what was proven never to have been sent, and keeps the history", async () => {
    const first = intent("released");
    await reserve(pool, first, minute);
    await close(pool, first, unsent);

    assert.deepEqual(await reserve(pool, intent("released"), minute), { kind: "reserved", attempt: 2 });
    assert.deepEqual(await reserve(pool, intent("released"), minute), { kind: "open" });
    assert.deepEqual((await read(pool, "released"))?.history, [{ outcome: "not_sent" }]);
  });

  it("may be repeated by the one whose confirmation was lost", async () => {
    const first = intent("repeated");
    await reserve(pool, first, minute);

    assert.deepEqual(await reserve(pool, first, minute), { kind: "reserved", attempt: 1 });
  });
});

describe("an intent that is still open", () => {
  it("is left alone while its worker lives, however long it takes", async () => {
    await reserve(pool, intent("alive"), 0);

    assert.deepEqual(await parkAbandoned(pool, 0), []);
    assert.deepEqual(await reserve(pool, intent("alive"), 0), { kind: "open" });
    assert.equal((await read(pool, "alive"))?.state, "open");
  });

  it("is parked when its worker has died, but not within the grace", async () => {
    const mortal = await Presence.begin(databaseUrl);
    await reserve(pool, intent("dead", mortal), minute);
    await mortal.end();

    assert.deepEqual(await parkAbandoned(pool, minute), []);
    assert.deepEqual(await parkAbandoned(pool, 0), ["dead"]);
    assert.deepEqual(await reserve(pool, intent("dead"), minute), { kind: "parked", result: null });
  });

  it("is parked by a second delivery too, and never sent by it", async () => {
    const mortal = await Presence.begin(databaseUrl);
    await reserve(pool, intent("delivered again", mortal), minute);
    await mortal.end();

    assert.deepEqual(await reserve(pool, intent("delivered again"), 0), { kind: "parked", result: null });
  });

  it("is not taken for abandoned because the database was restarted", async () => {
    await reserve(pool, intent("restart"), minute);
    await pool.query("update intents set opened_at = now() - interval '1 hour' where key = 'restart'");
    postgres.crashAndRestart(); // every lock is free now, and every worker lives

    const parked = await keepTrying("parking", () => parkAbandoned(pool, minute), isDatabaseAway);
    assert.deepEqual(parked, []);
    await worker.held;
    assert.deepEqual(await parkAbandoned(pool, 0), []);
  });
});

describe("close", () => {
  it("may be repeated until it is known to be stored", async () => {
    const first = intent("closed twice");
    await reserve(pool, first, minute);

    assert.equal(await close(pool, first, done), "closed");
    assert.equal(await close(pool, first, done), "closed");
  });

  it("replaces the parking of a worker that was cut off and not dead", async () => {
    const cutOff = await Presence.begin(databaseUrl);
    const first = intent("cut off", cutOff);
    await reserve(pool, first, minute);
    await cutOff.end();
    await parkAbandoned(pool, 0);

    assert.equal(await close(pool, first, done), "closed");
    assert.equal((await read(pool, "cut off"))?.state, "settled");
  });

  it("leaves a person's word alone, keeps the late outcome, and lists the item for a look", async () => {
    const cutOff = await Presence.begin(databaseUrl);
    const first = intent("late", cutOff);
    await reserve(pool, first, minute);
    await cutOff.end();
    await parkAbandoned(pool, 0);
    const word = { state: "settled", result: { outcome: "by_hand" } } as const;
    assert.equal(await closeByHand(pool, "late", word), true);

    assert.equal(await close(pool, first, done), "late");
    const { state, result, history, look } = (await read(pool, "late")) ?? {};
    assert.deepEqual(
      { state, result, history, look },
      {
        state: "settled",
        result: { outcome: "by_hand" },
        history: [{ outcome: "captured" }],
        look: "an outcome came after it was settled by hand",
      },
    );
  });
});

describe("closeByHand", () => {
  const word = { state: "settled", result: { outcome: "by_hand" } } as const;

  it("takes nothing that is open, settled or unknown", async () => {
    const first = intent("not for a person");
    await reserve(pool, first, minute);
    assert.equal(await closeByHand(pool, "not for a person", word), false);
    await close(pool, first, done);
    assert.equal(await closeByHand(pool, "not for a person", word), false);
    assert.equal(await closeByHand(pool, "no such key", word), false);
  });

  it("waits while the worker that was thought dead is back", async () => {
    await reserve(pool, intent("back"), minute);
    await pool.query("update intents set state = 'abandoned' where key = 'back'");

    assert.equal(await closeByHand(pool, "back", word), false);
  });

  it("lets an item be sent again, by a person's decision", async () => {
    const first = intent("again");
    await reserve(pool, first, minute);
    await close(pool, first, lost);
    assert.equal(await closeByHand(pool, "again", { state: "released", result: { outcome: "by_hand" } }), true);

    assert.deepEqual(await reserve(pool, intent("again"), minute), { kind: "reserved", attempt: 2 });
    assert.deepEqual((await read(pool, "again"))?.history, [{ outcome: "unknown" }, { outcome: "by_hand" }]);
  });
});
