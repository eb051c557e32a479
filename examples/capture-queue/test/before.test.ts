/** What went wrong in nights before, each by its name. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, it } from "node:test";
import { fault } from "merchant-payments/testing";
import { command, type Night, prepareNight, start, until } from "../stage/night.ts";

let night: Night;
afterEach(() => night.end());

/** The command's exit code and what it printed, for words in a text. */
const says = (words: string, ...more: string[]) => command(night, ...words.split(" "), ...more);
const signed = ["--by", "kim", "--why", "seen in the back office"];
const canAskAgain = "send-again --finalized 0 --pending 0 --look";

/** How many keys are in which state. */
async function states(): Promise<Record<string, number>> {
  const { rows } = await night.pool.query("select state, count(*)::int as n from once_captures group by 1");
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

async function parked(): Promise<{ key: string; state: string; look: string }[]> {
  const { text } = await says("parked --json");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

it("the password is rotated at midnight: the line stops, nothing is refused or parked, --resume ends it", async () => {
  night = await prepareNight((service) => service.ship(60));
  Object.assign(night.service, { password: "new" });

  const stopped = await says("run");
  assert.equal(stopped.exitCode, 3);
  assert.match(stopped.text, /The run ends: captures have stopped: .* refuses every call: mend the credentials/);
  assert.deepEqual(Object.keys(await states()), ["retryable"]);
  assert.equal((await says("run")).exitCode, 2); // it was not finished
  assert.equal((await says("run --resume")).exitCode, 3); // and is not mended

  night.env["PAYMENTS_PASSWORD"] = "new";
  assert.equal((await says("run --resume")).exitCode, 0);
  assert.deepEqual(await states(), { captured: 60 });
});

it("the service is down and every call unknown: the line stops, nothing is parked, all is found out later", async () => {
  night = await prepareNight((service) => service.ship(60, { only: "card" }));
  night.service.plan({ down: 1 });

  const stopped = await says("run --workers 2");
  assert.equal(stopped.exitCode, 3);
  assert.match(stopped.text, /no call gets a response that tells anything: wait until the service is well/);
  const { open = 0, parked = 0 } = await states();
  assert.ok(open >= 10 && open <= 30 && parked === 0, `${open} open, ${parked} parked`);

  night.service.plan();
  assert.equal((await says("run --resume")).exitCode, 0);
  assert.deepEqual(await states(), { captured: 60 });
});

it("never sent for longer than all retries last: released and listed, and the next run takes it", async () => {
  night = await prepareNight((service) => service.ship(1));
  await night.pool.query("update pgboss.job set retry_limit = 1");
  await night.service.close();

  assert.equal((await says("run --workers 1")).exitCode, 0);
  assert.deepEqual(
    (await parked()).map(({ state }) => state),
    ["retryable"],
  );
  await night.service.open(night.service.server?.port);
  await says("run --workers 1");
  assert.deepEqual(await states(), { captured: 1 });
});

it("a shipment with a mistake is corrected, and captured with the right amount", async () => {
  night = await prepareNight((service) => service.ship(2, { only: "card" }));
  const { rows } = await night.pool.query("select id from shipments");
  // The service has authorized less than the merchant believes; and an amount that no call may have.
  await night.pool.query("update shipments set amount = 500, authorized_amount = 500 where id = $1", [rows[0].id]);
  await night.pool.query("update shipments set amount = 1.005 where id = $1", [rows[1].id]);
  await says("run --workers 1");

  for (const { key, look } of await parked()) {
    const corrected = await says(`correct ${key} 12.50 --look ${look}`, ...signed);
    assert.deepEqual(corrected, { exitCode: 0, text: "Corrected; it is queued again.\n" });
  }
  await says("run --workers 1");
  assert.deepEqual(
    night.service.finalizations.map(({ totalAmount }) => totalAmount),
    ["12.50", "12.50"],
  );
  const { text } = await says("report --lines csv");
  assert.match(text, new RegExp(`^${rows[0].id},captured,true,card,12.50,(EUR|SEK),.*,\\d{18},\\d{18},\\d+$`, "m"));
});

it("a second part waits for the first, is listed while that one is parked, and follows it", async () => {
  night = await prepareNight((service) => {
    const [part = assert.fail()] = service.ship(1, { only: "part" });
    return [part, { ...part, id: crypto.randomUUID() }];
  });
  night.service.faults.next("finalize", fault.loseResponse);
  await says("run --workers 1");
  const [first = assert.fail(), second] = await parked();
  assert.deepEqual([first.state, second?.state], ["parked", "waiting"]);

  await says(`decide ${first.key} captured --look ${first.look}`, ...signed);
  await says("run --workers 1");
  assert.deepEqual(await states(), { captured: 2 });
  assert.equal(night.service.finalizations.length, 2);
});

it("'send again' on a pending capture is refused", async () => {
  night = await prepareNight((service) => service.ship(1, { only: "part", pending: true }));
  await says("run --workers 1");
  const [{ key, look } = assert.fail()] = await parked();

  const refused = await says(`decide ${key} ${canAskAgain} ${look}`, ...signed);
  assert.equal(refused.exitCode, 2);
  assert.match(refused.text, /is pending: it must not be sent again/);
});

it("a worker stopped after it had reserved, parked, sent again by hand, and continued: one capture", async () => {
  night = await prepareNight((service) => service.ship(1, { only: "part" }));
  const frozen = await freeze("before the write");
  assert.equal((await says("run --workers 1")).exitCode, 0);
  assert.deepEqual(await states(), { parked: 1 });

  await until(async () => {
    const [{ key, look } = assert.fail()] = await parked();
    const { exitCode, text } = await says(`decide ${key} ${canAskAgain} ${look}`, ...signed);
    assert.match(text, /^(Now released|.*an earlier attempt may have arrived since you looked)/);
    return exitCode === 0;
  });
  assert.equal((await says("run --workers 1")).exitCode, 0);
  process.kill(frozen.pid, "SIGCONT");
  await frozen.ended;
  assert.deepEqual(await states(), { captured: 1 });
  assert.equal(night.service.finalizations.length, 1);
});

it("a worker frozen while it stores an outcome keeps nobody else from working, and is booked once", async () => {
  night = await prepareNight((service) => service.ship(20, { only: "card" }));
  const frozen = await freeze("amid the books");
  assert.equal((await says("run --workers 1")).exitCode, 0);
  process.kill(frozen.pid, "SIGCONT");
  await frozen.ended;

  assert.deepEqual(await states(), { captured: 20 });
  assert.equal(night.service.finalizations.length, 20);
  assert.equal((await night.pool.query("select from books")).rows.length, 20);
});

async function freeze(moment: string) {
  const { rows } = await night.pool.query("select id from shipments limit 1");
  const worker = start(night, "../test/frozen-worker.ts", moment, rows[0].id);
  await until(() => readFileSync(`/proc/${worker.pid}/stat`, "utf8").includes(") T "));
  return worker;
}
