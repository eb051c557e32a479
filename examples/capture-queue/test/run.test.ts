/** The command, as a person uses it: a dry run, a clean stop, carrying on. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, afterEach, before, describe, it } from "node:test";
import type { ParkedItem } from "../src/parked.ts";
import { readProgress } from "../src/progress.ts";
import { someAmounts } from "../stage/amounts.ts";
import { command, type Night, output, prepareNight, shipAll, until } from "../stage/night.ts";
import { type Postgres, startPostgres } from "../stage/postgres.ts";

let postgres: Postgres;
let night: Night;
before(() => {
  postgres = startPostgres();
});
after(() => postgres.remove());
afterEach(() => night.end());

async function begin(name: string, count: number): Promise<void> {
  night = await prepareNight(postgres, name, { CAPTURE_CONCURRENCY: "4" });
  await shipAll(night, await night.service.sell(someAmounts(count), "other"));
}

describe("run", () => {
  it("with --dry-run shows the sums and sends nothing", async () => {
    await begin("dry", 7);
    const { exitCode, text } = await output(night, "run", "--dry-run");

    assert.equal(exitCode, 0);
    assert.match(text, /POST http:\/\/127\.0\.0\.1:\d+\/orders\/[\da-f-]{36}\/transactions\/\d{18}\/finalize\//);
    assert.match(text, /SEK .*7 .*90071992548737\.73/); // the seven amounts, to the digit
    assert.deepEqual(await night.service.requests(), []);
    const { rows } = await night.pool.query("select from intents");
    assert.equal(rows.length, 0);
  });

  it("stops on SIGTERM when what is in flight is finished, and carries on with --resume", async () => {
    await begin("stop", 60);
    await night.service.arm(1, { name: "delay", ms: 300 });

    const running = command(night, "run", "--workers", "2");
    await until(async () => (await readProgress(night.pool)).closed >= 8);
    running.kill("SIGTERM");
    const [exitCode] = await once(running, "exit");

    assert.equal(exitCode, 0);
    const stopped = await readProgress(night.pool);
    assert.equal(stopped.open, 0);
    assert.equal(stopped.parked, 0);
    assert.ok(stopped.closed < 60, "it stopped before the end");
    assert.equal((await night.service.ledger()).length, stopped.closed);

    const refused = await output(night, "run");
    assert.equal(refused.exitCode, 2);
    assert.match(refused.text, /was not finished.*--resume/);

    const resumed = await output(night, "run", "--resume");
    assert.equal(resumed.exitCode, 0);
    assert.match(resumed.text, /captured and booked .*60/);
    assert.equal((await night.service.requests()).length, 60);
  });

  it("lists what is parked, and takes a person's word for it", async () => {
    await begin("parked", 2);
    await night.service.arm(1, { name: "drop" });
    assert.equal((await output(night, "run", "--workers", "1")).exitCode, 0);
    const listed = await output(night, "parked", "--json");
    const [first, second] = listed.text
      .trim()
      .split("\n")
      .map((line): ParkedItem => JSON.parse(line));
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual([first.amount, second.amount].sort(), ["125.00", "19.99"]);

    const word = ["--reason", "seen in the back office"];
    const captured = await output(night, "settle", first.id, "--as", "captured", ...word);
    assert.deepEqual(captured, { exitCode: 0, text: "Booked as captured.\n" });
    const not = await output(night, "settle", second.id, "--as", "not-captured", ...word);
    assert.deepEqual(not, { exitCode: 0, text: "Closed: not captured.\n" });
    const again = await output(night, "settle", first.id, "--as", "send-again", ...word);
    assert.equal(again.exitCode, 2);
    assert.match((await output(night, "report")).text, /settled by hand: captured and booked .*1/);
    assert.equal((await output(night, "parked", "--json")).text, "");
  });

  it("says what is wrong with a command", async () => {
    await begin("wrong", 0);
    assert.equal((await output(night, "run", "--workers", "many")).exitCode, 2);
    assert.equal((await output(night, "settle", "--as", "captured")).exitCode, 2);
    assert.equal((await output(night, "sweep")).exitCode, 2);
    night.env["PAYMENTS_URL"] = "http://payments.example"; // no worker can start with that
    const { exitCode, text } = await output(night, "run", "--workers", "1");
    assert.equal(exitCode, 1);
    assert.match(text, /A worker could not start/);
  });
});
