/**
 * A thousand captures by three workers while everything goes wrong: replies are lost, a worker is killed every second,
 * jobs come twice, the service is away at first, the database crashes. Every authorization would take a second capture.
 */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, before, it } from "node:test";
import { setInterval as every } from "node:timers/promises";
import type { ParkedItem } from "../src/parked.ts";
import { settleByHand } from "../src/parked.ts";
import { printTable } from "../src/print-table.ts";
import { readProgress } from "../src/progress.ts";
import { captureQueue } from "../src/queue.ts";
import { someAmounts } from "../stage/amounts.ts";
import { command, type Night, output, prepareNight, shipAll, until, workersOf } from "../stage/night.ts";
import { type Postgres, startPostgres } from "../stage/postgres.ts";
import type { ServiceRequest } from "../stage/service.ts";

let postgres: Postgres;
let night: Night;
before(() => {
  postgres = startPostgres();
});
after(async () => {
  await night.end();
  postgres.remove();
});

it("1,000 shipments: none captured twice, none lost, and the books balance", { timeout: 170_000 }, async (t) => {
  night = await prepareNight(postgres, "chaos", { CAPTURE_CONCURRENCY: "8", PAYMENTS_TIMEOUT_MS: "10000" });
  const { pool, boss, service } = night;
  const shipments = await service.sell(someAmounts(1_000), "other");
  for (const [n, name] of [
    [40, "loseReply"],
    [70, "drop"],
    [90, "truncate"],
    [110, "nul"],
    [60, "incomplete"],
    [80, "refusal"],
    [150, "late"], // processed once the worker has given up, or is dead
  ] as const)
    await service.arm(n, { name, ms: 1 });
  await service.arm(1, { name: "delay", ms: 80 });
  await shipAll(night, shipments);
  const twice = shipments.filter((_, index) => index % 10 === 0);
  await boss.insert(
    captureQueue,
    twice.map(({ id }) => ({ data: { shipmentId: id } })),
  );

  await service.close(); // until some captures are proven not to have been sent
  const running = command(night, "run", "--workers", "3");
  const ended = once(running, "exit");
  await until(async () => (await pool.query("select from intents where state = 'released'")).rows.length > 0);
  await service.open();
  const killed = await killAndCrash(running, night);
  assert.deepEqual(await ended, [0, null]);

  await service.deliverLate();
  const requests = await service.requests();
  const ledger = await service.ledger();
  const { text } = await output(night, "parked", "--json");
  const listed: ParkedItem[] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const parked = listed.filter(({ state }) => state !== "settled");
  printNight({ requests, ledger, parked, killed });

  await t.test("no double captures: the service was asked once for each, and captured once", () => {
    assert.equal(mostOf(requests), 1);
    assert.equal(mostOf(ledger), 1);
  });

  await t.test("nothing is lost: each shipment has an outcome or is parked", async () => {
    const progress = await readProgress(pool);
    assert.deepEqual({ ...progress, parked: 0 }, { total: 1_000, closed: 1_000, parked: 0, open: 0, jobs: 0 });
  });

  await t.test("parked are those whose reply was lost or whose worker died, and no others", async () => {
    const lost = new Set(requests.filter(isReplyLost).map(({ transactionId }) => transactionId));
    const { rows: dead } = await pool.query("select id from workers where pid = any($1)", [killed]);
    const deadWorkers = new Set(dead.map(({ id }) => id));

    const unexplained = parked.filter((item) => !lost.has(item.transactionId) && !deadWorkers.has(item.worker));
    assert.deepEqual(unexplained, []);
    const diedIn = parked.filter(({ state }) => state === "abandoned");
    assert.deepEqual(
      diedIn.filter(({ worker }) => !deadWorkers.has(worker)),
      [],
    );
    const isParked = new Set(parked.map(({ transactionId }) => transactionId));
    assert.deepEqual(
      [...lost].filter((transactionId) => !isParked.has(transactionId)),
      [],
    );
    assert.ok(lost.size >= 20, "replies were lost");
    assert.ok(killed.length >= 5, "workers were killed");
    assert.ok(diedIn.length >= 1, "some in the middle of a capture");
  });

  await t.test("the books hold what the service captured, but for what is parked", async () => {
    const isParked = new Set(parked.map(({ transactionId }) => transactionId));
    const expected = ledger.filter(({ transactionId }) => !isParked.has(transactionId));
    assert.deepEqual(await books(night), lines(expected));
  });

  await t.test("settled by what the service recorded, they are equal to the digit", async () => {
    const captured = new Set(ledger.map(({ transactionId }) => transactionId));
    for (const { id, transactionId } of parked) {
      const verdict = captured.has(transactionId) ? "captured" : "not-captured";
      await settleByHand(pool, boss, { shipmentId: id, verdict, reason: "the service's records", by: "test" });
    }
    assert.deepEqual(await books(night), lines(ledger));
  });
});

/** Kills a worker each second for as long as the run lasts, and crashes the database once midway. */
async function killAndCrash(running: ChildProcess, { pool }: Night): Promise<number[]> {
  const killed: number[] = [];
  let isCrashed = false;
  for await (const _ of every(1_000)) {
    if (running.exitCode !== null) return killed;
    const [oldest] = workersOf(running);
    if (oldest !== undefined && kill(oldest)) killed.push(oldest);
    if (isCrashed || (await readProgress(pool)).closed < 400) continue;
    isCrashed = true;
    postgres.crashAndRestart();
    await until(() =>
      pool.query("select").then(
        () => true,
        () => false,
      ),
    );
  }
  return killed;
}

/** False when it has ended by itself meanwhile. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

/** The service got the request, and no answer that says anything came back. */
function isReplyLost({ fault }: ServiceRequest): boolean {
  return ["loseReply", "drop", "truncate", "answer 200, committed", "late, 1 ms"].includes(fault ?? "");
}

function mostOf(items: readonly { transactionId: string }[]): number {
  const counts = Map.groupBy(items, ({ transactionId }) => transactionId);
  return Math.max(...[...counts.values()].map(({ length }) => length));
}

function lines(ledger: readonly { transactionId: string; totalAmount: string }[]): string[] {
  return ledger.map(({ transactionId, totalAmount }) => `${transactionId} ${totalAmount}`).sort();
}

async function books({ pool }: Night): Promise<string[]> {
  const { rows } = await pool.query(
    "select s.transaction_id as authorization, b.amount from books b join shipments s on s.id = b.shipment_id",
  );
  return rows.map(({ authorization, amount }) => `${authorization} ${amount}`).sort();
}

interface Story {
  readonly requests: readonly ServiceRequest[];
  readonly ledger: readonly { transactionId: string }[];
  readonly parked: readonly ParkedItem[];
  readonly killed: readonly number[];
}

function printNight({ requests, ledger, parked, killed }: Story): void {
  const captured = new Set(ledger.map(({ transactionId }) => transactionId));
  const asked = new Map(requests.map((request) => [request.transactionId, request]));
  const rows = parked.map(({ transactionId, amount, state, worker }) => {
    const what = asked.has(transactionId) ? "got it, and did not capture" : "never got it";
    const record = captured.has(transactionId) ? `captured ${amount}` : what;
    return [transactionId, state === "abandoned" ? `worker ${worker} died` : "reply lost", record];
  });
  printTable(["parked", "why", "what the service recorded"], rows, "left");
  console.log(`${killed.length} workers killed, ${requests.length} requests, ${ledger.length} captures.`);
}
