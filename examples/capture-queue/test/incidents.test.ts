/** Each test is an incident of an earlier run. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, it } from "node:test";
import { fault } from "merchant-payments/testing";
import { command, prepareStage, type Stage, start, until } from "../stage/stage.ts";

let stage: Stage;
afterEach(() => stage.end());

/** Runs the command line: its exit code, and what it printed. */
const cli = (line: string, ...more: string[]) => command(stage, ...line.split(" "), ...more);
const byKim = ["--by", "kim", "--why", "seen in the back office"];
const sendAgain = "send-again --finalized 0 --pending 0 --snapshot";

/** How many keys are in which state. */
async function states(): Promise<Record<string, number>> {
  const { rows } = await stage.pool.query("select state, count(*)::int as n from once_keys group by 1");
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

interface Parked {
  readonly key: string;
  readonly state: string;
  readonly waitsFor: string;
  readonly reason: string;
  readonly advice: string;
  readonly snapshot: string;
}

async function parked(): Promise<Parked[]> {
  const { text } = await cli("parked --json");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

it("a rotated password: the circuit breaker opens, nothing is rejected or parked, and --resume captures all", async () => {
  stage = await prepareStage((service) => service.ship(60));
  Object.assign(stage.service, { password: "new" });

  const stopped = await cli("run");
  assert.equal(stopped.exitCode, 3);
  assert.match(
    stopped.text,
    /The run ends: captures of merchant merchant-1 have stopped: the last calls failed, probably because of the credentials/,
  );
  assert.deepEqual(Object.keys(await states()), ["retryable"]);
  assert.equal((await cli("run")).exitCode, 2); // the last run was not finished
  assert.equal((await cli("run --resume")).exitCode, 3); // the password is still the old one

  stage.env["PAYMENTS_PASSWORD"] = "new";
  assert.equal((await cli("run --resume")).exitCode, 0);
  assert.deepEqual(await states(), { captured: 60 });
});

it("an outage, every call unknown: the circuit breaker opens, nothing is parked, and --resume resolves all", async () => {
  stage = await prepareStage((service) => service.ship(60, { only: "card" }));
  stage.service.plan({ down: 1 });

  const stopped = await cli("run --workers 2");
  assert.equal(stopped.exitCode, 3);
  assert.match(stopped.text, /no response said what became of the last calls. Wait until the service works again/);
  const { unknown = 0, parked = 0 } = await states();
  assert.ok(unknown >= 10 && unknown <= 30 && parked === 0, `${unknown} unknown, ${parked} parked`);

  stage.service.plan();
  assert.equal((await cli("run --resume")).exitCode, 0);
  assert.deepEqual(await states(), { captured: 60 });
});

it("a shipment that no retry could send: it is retryable and listed, and the next run captures it", async () => {
  stage = await prepareStage((service) => service.ship(1));
  await stage.pool.query("update pgboss.job set retry_limit = 1");
  await stage.service.close();

  assert.equal((await cli("run --workers 1")).exitCode, 0);
  assert.deepEqual(
    (await parked()).map(({ state, waitsFor }) => [state, waitsFor]),
    [["retryable", "delivery"]],
  );
  await stage.service.open(stage.service.server?.port);
  await cli("run --workers 1");
  assert.deepEqual(await states(), { captured: 1 });
});

it("a shipment with a mistake is corrected, and captured with the right amount", async () => {
  stage = await prepareStage((service) => service.ship(2, { only: "card" }));
  const { rows } = await stage.pool.query("select id from shipments");
  // The service authorized less than the merchant believes, and the other amount is invalid in any call.
  await stage.pool.query("update shipments set amount = 500, authorized_amount = 500 where id = $1", [rows[0].id]);
  await stage.pool.query("update shipments set amount = 1.005 where id = $1", [rows[1].id]);
  await cli("run --workers 1");

  for (const { key, snapshot } of await parked()) {
    const corrected = await cli(`correct ${key} 12.50 --snapshot ${snapshot}`, ...byKim);
    assert.deepEqual(corrected, { exitCode: 0, text: "Corrected; the next sweep sends it.\n" });
  }
  await cli("run --workers 1");
  assert.deepEqual(
    stage.service.finalizations.map(({ totalAmount }) => totalAmount),
    ["12.50", "12.50"],
  );
  const { text } = await cli("report --lines csv");
  assert.match(text, new RegExp(`^${rows[0].id},captured,true,card,12.50,(EUR|SEK),.*,\\d{18},\\d{18},\\d+$`, "m"));
});

it("a second part waits for the first, is listed while the first is parked, and is captured after it", async () => {
  stage = await prepareStage((service) => {
    const [part = assert.fail()] = service.ship(1, { only: "part" });
    return [part, { ...part, id: crypto.randomUUID() }];
  });
  stage.service.faults.next("finalize", fault.loseResponse());
  await cli("run --workers 1");
  const [first = assert.fail(), second = assert.fail()] = await parked();
  assert.deepEqual([first.state, first.waitsFor], ["parked", "person"]);
  assert.deepEqual([second.state, second.waitsFor], ["blocked", "delivery"]);

  await cli(`decide ${first.key} captured --snapshot ${first.snapshot}`, ...byKim);
  await cli("run --workers 1");
  assert.deepEqual(await states(), { captured: 2 });
  assert.equal(stage.service.finalizations.length, 2);
});

it("a correction is not undone by a duplicate of the old job", async () => {
  stage = await prepareStage((service) => service.ship(1, { only: "part" }));
  const { rows } = await stage.pool.query("select id, amount from shipments");
  stage.service.faults.next("finalize", fault.error("CUST_ACCT_NOT_ELIGIBLE"));
  await cli("run --workers 1");
  const [{ key, snapshot } = assert.fail()] = await parked();
  assert.equal((await cli(`correct ${key} 12.50 --snapshot ${snapshot}`, ...byKim)).exitCode, 0);

  // The warehouse sends the shipment again, as it was at first.
  await stage.pool.query("update shipments set amount = $1", [rows[0].amount]);
  await stage.pool.query("insert into pgboss.job (name, data) select name, data from pgboss.job");
  await cli("run --workers 1");
  assert.deepEqual(
    stage.service.finalizations.map(({ totalAmount }) => totalAmount),
    ["12.50"],
  );
  const [listed = assert.fail()] = await parked();
  assert.deepEqual([listed.state, listed.waitsFor], ["captured", "nobody"]);
  assert.match(listed.reason, /stands for another request: this one was replaced by kim at 20/);
});

it("after a decision nobody has to deliver the job: the sweep sends it", async () => {
  stage = await prepareStage((service) => service.ship(1, { only: "part" }));
  stage.service.faults.next("finalize", fault.drop());
  await cli("run --workers 1");
  await stage.pool.query("delete from pgboss.job");
  await untilDecided(sendAgain);
  assert.deepEqual(await states(), { retryable: 1 });

  assert.deepEqual(await cli("sweep"), { exitCode: 0, text: "1 shipments were due.\n" });
  assert.deepEqual(await states(), { captured: 1 });
});

it("a pending capture waits for the sweep, and is listed with its question when the service does not complete it", async () => {
  stage = await prepareStage((service) => service.ship(1, { only: "part", pending: true }));
  await cli("run --workers 1");
  assert.deepEqual(await parked(), []);

  await untilSwept(async () => (await parked()).length > 0);
  const [{ key, waitsFor, advice, snapshot } = assert.fail()] = await parked();
  assert.equal(waitsFor, "person");
  assert.match(
    advice,
    /^Look up the finalized and the pending amount .* \(3\) If something is pending, look again later\. .* before you decide\. \(5\) /,
  );
  const decided = await cli(`decide ${key} send-again --finalized 0 --pending 19.99 --snapshot ${snapshot}`, ...byKim);
  assert.equal(decided.exitCode, 2);
  assert.match(decided.text, /must not be sent again while something is pending/);
});

for (const { fault, cause } of [
  { fault: "hides an SQL error in the books", cause: /not booked: error: .*aborted/ },
  // The store and PostgreSQL end it after the same time: either may be first.
  { fault: "never ends its books", cause: /not booked: .*(book took longer than 1000 ms|idle-in-transaction timeout)/ },
]) {
  it(`a worker that ${fault}: the capture is stored, sent once, and booked by the sweep`, async () => {
    stage = await prepareStage((service) => service.ship(1));
    const { rows } = await stage.pool.query("select id from shipments");
    const { text } = await start(stage, "../test/faulty-worker.ts", fault, rows[0].id).ended;
    assert.match(text, cause);
    assert.deepEqual(await states(), { captured: 1 });
    assert.equal((await stage.pool.query("select from books")).rows.length, 0);

    await untilSwept(async () => (await stage.captures.get(rows[0].id))?.isBooked === true);
    assert.equal((await stage.pool.query("select from books")).rows.length, 1);
    assert.equal(stage.service.requests.length, 1);
  });
}

it("a worker frozen after its reservation, whose shipment a person sends again before it continues: one capture", async () => {
  stage = await prepareStage((service) => service.ship(1, { only: "part" }));
  const frozen = await freeze("freezes before the write");
  assert.equal((await cli("run --workers 1")).exitCode, 0);
  assert.deepEqual(await states(), { parked: 1 });

  await untilDecided(sendAgain);
  assert.equal((await cli("run --workers 1")).exitCode, 0);
  process.kill(frozen.pid, "SIGCONT");
  await frozen.ended;
  assert.deepEqual(await states(), { captured: 1 });
  assert.equal(stage.service.finalizations.length, 1);
});

it("a worker frozen while it stores an outcome: the others go on, and its capture is booked once", async () => {
  stage = await prepareStage((service) => service.ship(20, { only: "card" }));
  const frozen = await freeze("freezes amid the books");
  assert.equal((await cli("run --workers 1")).exitCode, 0);
  process.kill(frozen.pid, "SIGCONT");
  await frozen.ended;

  assert.deepEqual(await states(), { captured: 20 });
  assert.equal(stage.service.finalizations.length, 20);
  assert.equal((await stage.pool.query("select from books")).rows.length, 20);
});

/** Decides about the one shipment that waits for a person, as soon as no earlier attempt may still arrive. */
const untilDecided = (decision: string) =>
  until(async () => {
    const [{ key, snapshot } = assert.fail()] = await parked();
    const { exitCode, text } = await cli(`decide ${key} ${decision} ${snapshot}`, ...byKim);
    assert.match(text, /^(Now retryable|.*an earlier attempt could still arrive when this snapshot was taken)/);
    return exitCode === 0;
  });

/** Sweeps until the condition is true. */
const untilSwept = (condition: () => Promise<boolean>) =>
  until(async () => {
    assert.equal((await cli("sweep")).exitCode, 0);
    return condition();
  });

async function freeze(fault: string) {
  const { rows } = await stage.pool.query("select id from shipments limit 1");
  const worker = start(stage, "../test/faulty-worker.ts", fault, rows[0].id);
  await until(() => readFileSync(`/proc/${worker.pid}/stat`, "utf8").includes(") T "));
  return worker;
}
