/**
 * A night with every fault, in which minutes are tenths of a second: workers are killed and frozen, the database crashes, the
 * password changes, the service is away. With pg-boss and its defaults, and without a queue; on PostgreSQL and on SQLite. In
 * the morning, every key has ended or waits for a person, nothing was captured twice, and the books have each capture once.
 */
import type { ChildProcess } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OnceReview } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { type Shipment, store } from "../src/shipments.ts";
import { prepareStage, start, until } from "./stage.ts";

const SHIPMENTS = Number(process.env["SHIPMENTS"] ?? "400");
const SECONDS = Number(process.env["SECONDS"] ?? "40");

const CONSTANTS: readonly (readonly [slow: RegExp, fast: string])[] = [
  [/\bMINUTE = 6e4/, "MINUTE = 100"],
  [/\bMARGIN_MS = 1e4/, "MARGIN_MS = 500"],
  [/\beveryMs = 6e4/, "everyMs = 300"],
  [/\btimeoutMs \+ 3e4/, "timeoutMs + 11e3"],
];

/** Changes the constants of the installed copy, which is this folder's own. */
function hasten(): void {
  const files = globSync("node_modules/merchant-payments/dist/{once/*,chunk-*}.js");
  for (const [slow, fast] of CONSTANTS) {
    const file = files.find((each) => slow.test(readFileSync(each, "utf8")));
    if (file === undefined) throw new Error(`the library has no ${slow.source}`);
    writeFileSync(file, readFileSync(file, "utf8").replace(slow, fast));
  }
}

interface Night {
  readonly name: string;
  readonly hasQueue: boolean;
  readonly isFile: boolean;
}

async function play({ name, hasQueue, isFile }: Night): Promise<void> {
  const stage = await prepareStage();
  const { service, pool, postgres, enqueue } = stage;
  const folder = mkdtempSync(join(tmpdir(), "night-"));
  const file = join(folder, "captures.db");
  const sqlite = isFile ? new SqliteOnceStore(file, { create: true }) : undefined;
  sqlite?.database.exec(
    "create table books (shipment_id text, closing integer, is_captured integer, primary key (shipment_id, closing)) strict",
  );
  const { storeOn } = await import("../src/captures.ts"); // which reads the environment
  const review = new OnceReview({ store: sqlite ?? storeOn(pool) });
  const shipments = service.ship(SHIPMENTS);
  service.plan({ loseResponse: 17, drop: 23, rejection: 31, down: 13, late: 29, nul: 37, second: 41, slow: 1 });
  const workers: ChildProcess[] = [];
  const web = ["./web.ts", isFile ? file : "", ...(hasQueue ? ["queue"] : [])];
  const program = hasQueue && !isFile ? ["../src/worker.ts"] : web;
  const hire = (place: number) => {
    workers[place] = start(program[0] as string, ...program.slice(1));
  };
  for (const place of [0, 1, 2]) hire(place);
  if (hasQueue) await enqueue(shipments);
  else await store(pool, shipments);
  const requests = [...shipments];
  const startedAt = performance.now();
  const isNight = () => performance.now() - startedAt < SECONDS * 1_000;
  const serve = async () => {
    for (let next = requests.shift(); next !== undefined; next = requests.shift()) {
      await askAgain(workers, next, async (id) => (await review.get(id).catch(() => undefined)) !== undefined);
    }
  };
  const serving = hasQueue ? [] : Array.from({ length: 8 }, serve);
  for (let turn = 0; isNight(); turn += 1) {
    await sleep(SECONDS * 40);
    const place = turn % 3;
    const worker = workers[place] as ChildProcess;
    switch (turn % 7) {
      case 1:
      case 4:
        worker.kill("SIGKILL");
        hire(place);
        break;
      case 2:
        worker.kill("SIGSTOP");
        setTimeout(() => worker.kill("SIGCONT"), 3_000);
        break;
      case 3:
        if (!isFile || hasQueue) await postgres.crashAndRestart();
        break;
      case 5:
        Object.assign(service, { password: "rotated" });
        await sleep(2_000);
        Object.assign(service, { password: process.env["PAYMENTS_PASSWORD"] });
        for (const each of workers) each.kill("SIGHUP");
        break;
      case 6:
        await service.close();
        await sleep(1_000);
        await service.open(Number(new URL(process.env["PAYMENTS_URL"] as string).port));
    }
  }
  service.plan();
  for (const each of workers) each.kill("SIGHUP");
  await Promise.all(serving);
  const open = async () =>
    (await review.counts().catch(() => ({ counts: [{ waitsFor: "sweep", state: "queued", count: 1 }] }))).counts.filter(
      ({ waitsFor }) => waitsFor === "sweep",
    );
  /** What pg-boss itself does after 15 minutes with the jobs of workers that died. */
  const expire = `update pgboss.job set state = 'retry', start_after = now()
    where state = 'active' and started_on < now() - interval '15 seconds'`;
  const jobsIn = async (states: string) => {
    const sql = `select count(*)::int as count from pgboss.job where name = 'capture' and state in (${states})`;
    return (await pool.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
  };
  const areTaken = async () => {
    await pool.query(expire).catch(() => undefined);
    return (await jobsIn("'created', 'retry', 'active'").catch(() => 1)) === 0;
  };
  const resuming = setInterval(() => {
    for (const each of workers) each.kill("SIGHUP");
  }, 2_000);
  const isOver = await until(
    async () =>
      (!hasQueue || (await areTaken())) &&
      (await open()).every(({ state }) => state === "queued") &&
      (await onlyBehindPeople(review)),
  );
  clearInterval(resuming);
  for (const each of workers) each.kill("SIGKILL");
  const entries = await allOf(review);
  const tally = Object.entries(Object.groupBy(entries, ({ state, waitsFor }) => `${state}/${waitsFor}`)).map(
    ([key, all]) => `${key} ${all?.length}`,
  );
  const { rows: bookRows } = isFile
    ? { rows: sqlite?.database.prepare("select shipment_id, is_captured from books").all() as object[] }
    : await pool.query("select shipment_id, is_captured from books");
  const booked = Map.groupBy(bookRows as { shipment_id: string; is_captured: unknown }[], (row) => row.shipment_id);
  const faults: string[] = [];
  const lost = hasQueue ? await jobsIn("'failed'") : 0;
  if (lost > 0) faults.push(`${lost} jobs failed for good`);
  if (!isOver) faults.push(`not over: ${JSON.stringify(await open())}`);
  if (entries.length < SHIPMENTS * (hasQueue ? 1 : 0.97)) faults.push(`${entries.length} keys`);
  const taken = Map.groupBy(service.finalizations, ({ authorizationId }) => authorizationId);
  for (const { key, state, isRecorded, waitsFor, request } of entries) {
    const captures = (taken.get(request.transactionId) ?? []).length;
    const rows = booked.get(key) ?? [];
    const isBooked = rows.some(({ is_captured }) => Boolean(is_captured));
    if (captures > 1 && waitsFor !== "person") faults.push(`${key} ${state}: captured ${captures} times`);
    if (state === "captured" && (captures !== 1 || !isRecorded || rows.length !== 1 || !isBooked))
      faults.push(`${key}: captured ${captures}, ${rows.length} rows`);
    if (["rejected", "not_captured"].includes(state) && (captures !== 0 || rows.length !== 1 || isBooked))
      faults.push(`${key} ${state}: captured ${captures}, ${rows.length} rows`);
  }
  const twice = [...taken.values()].filter((all) => all.length > 1).length;
  console.log(
    `${name}: ${entries.length} of ${SHIPMENTS} keys; ${tally.join(", ")}; ${twice} captured twice by an intermediary; ${faults.length} wrong`,
  );
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  sqlite?.database.close();
  rmSync(folder, { recursive: true, force: true });
  await stage.end();
}

/** A customer's request, which is repeated by the customer only if nothing was stored. */
async function askAgain(
  workers: readonly ChildProcess[],
  shipment: Shipment,
  isStored: (id: string) => Promise<boolean>,
): Promise<void> {
  for (let time = 0; time < 20; time += 1) {
    const worker = workers[Math.floor(Math.random() * workers.length)];
    if (worker?.connected) worker.send(shipment, () => undefined);
    if (await until(() => isStored(shipment.id), 2_000)) return;
  }
}

async function allOf(review: OnceReview) {
  const all: Awaited<ReturnType<OnceReview["list"]>>["entries"][number][] = [];
  for (let after = ""; ; ) {
    const { entries, next } = await review.list({ after: after || undefined, limit: 1_000 });
    all.push(...entries);
    if (next === undefined) return all;
    after = next;
  }
}

/** A queued key may wait for one that a person has to decide. */
async function onlyBehindPeople(review: OnceReview): Promise<boolean> {
  const all = await allOf(review).catch(() => undefined);
  if (all === undefined) return false;
  const people = new Set(all.filter(({ waitsFor }) => waitsFor === "person").map(({ key }) => key));
  return all.every(({ waitsFor, blockedBy = "" }) => waitsFor !== "sweep" || people.has(blockedBy));
}

hasten();
const nights: readonly Night[] = [
  { name: "PostgreSQL, pg-boss with its defaults", hasQueue: true, isFile: false },
  { name: "PostgreSQL, no queue", hasQueue: false, isFile: false },
  { name: "SQLite, pg-boss with its defaults", hasQueue: true, isFile: true },
  { name: "SQLite, no queue", hasQueue: false, isFile: true },
];
for (const night of nights) await play(night);
