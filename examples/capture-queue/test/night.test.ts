/**
 * A night on which everything goes wrong, at a terminal: faults on every tenth capture, workers killed, one stopped over
 * its lease and continued, the database crashed, the password rotated, an hour of 503, books that fail once. PayPal's
 * parts would go through a second time.
 */
import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readProgress } from "../src/progress.ts";
import { command, type Night, prepareNight, start, until } from "../stage/night.ts";

const COUNT = 1_000;
const MISHAPS = {
  loseResponse: 41,
  drop: 71,
  truncate: 89,
  nul: 109,
  incomplete: 61,
  rejection: 79,
  late: 53,
  second: 47,
};
const FAULTS = { ...MISHAPS, slow: 1 };

let night: Night;
after(() => night.end());

const run = (...args: string[]) => start(night, "../src/cli.ts", "run", ...args);

/** Until so much is done; a run that has ended before is a failure. */
async function untilClosed(share: number, running: ReturnType<typeof run>): Promise<void> {
  let over: string | undefined;
  void running.ended.then(({ text }) => (over = text));
  const away = { closed: 0 };
  await until(async () => {
    if (over !== undefined) assert.fail(over);
    return (await readProgress(night.pool).catch(() => away)).closed >= COUNT * share;
  });
}

it("books and service agree to the digit, and hardly anybody had to look", { timeout: 200_000 }, async () => {
  night = await prepareNight((service) => service.ship(COUNT), 8);
  const { pool, service, env, postgres } = night;
  service.plan(FAULTS);
  await pool.query(`
    insert into pgboss.job (name, data) select name, data from pgboss.job limit ${COUNT / 10}; -- delivered twice
    create sequence bookings;
    create function book_fails() returns trigger language plpgsql as $$
      begin if nextval('bookings') = 5 then raise 'the ledger is closed'; end if; return new; end $$;
    create trigger book_fails before insert on books for each row execute function book_fails()`);

  // Until midnight.
  const evening = run();
  await untilClosed(0.05, evening);
  const stopped = evening.workers()[0] ?? assert.fail();
  process.kill(stopped, "SIGSTOP");
  for (const second of [1, 2, 3, 4, 5, 6]) {
    await sleep(1_000);
    const victim = evening.workers().find((pid) => pid !== stopped);
    if (victim !== undefined) process.kill(victim, "SIGKILL");
    if (second === 3) await postgres.crashAndRestart();
  }
  process.kill(stopped, "SIGCONT");
  await untilClosed(0.5, evening);
  Object.assign(service, { password: "rotated" });
  assert.equal((await evening.ended).exitCode, 3);
  env["PAYMENTS_PASSWORD"] = "rotated";

  // An hour of 503.
  const early = run("--resume");
  await untilClosed(0.75, early);
  service.plan({ down: 1 });
  assert.equal((await early.ended).exitCode, 3);
  assert.equal((await run("--resume").ended).exitCode, 3);
  service.plan(FAULTS);
  assert.equal((await run("--resume").ended).exitCode, 0);

  const { closed, parked, open } = await readProgress(pool);
  console.log(`${parked} of ${COUNT} parked, ${service.finalizations.length} captured at the service`);
  assert.deepEqual([closed, open], [COUNT, 0]);
  assert.ok(parked > 0 && parked <= COUNT * 0.05);

  // In the morning, once lease and horizon are over, a person looks into the back office.
  await sleep(7_000);
  const seen = Map.groupBy(service.finalizations, ({ authorizationId }) => authorizationId);
  const refunded: string[] = [];
  for (const line of (await command(night, "parked", "--json")).text.split("\n").slice(0, -1)) {
    const { key, look, state, request } = JSON.parse(line);
    if (state === "rejected") continue;
    const { transactionId, totalAmount } = request;
    const times = seen.get(transactionId)?.length ?? 0;
    if (times > 1) {
      // A hop has sent a part twice, and both were accepted: no client can keep it from that.
      assert.ok(
        service.requests.some((sent) => sent.fault?.endsWith("second response") && sent.path.includes(transactionId)),
      );
      refunded.push(`${transactionId} ${totalAmount}`);
    }
    const word = times > 0 ? "captured" : "send-again --finalized 0 --pending 0";
    const decide = `decide ${key} ${word} --look ${look} --by kim --why looked`;
    assert.equal((await command(night, ...decide.split(" "))).exitCode, 0, line);
  }
  service.plan();
  assert.equal((await run().ended).exitCode, 0);

  const { rows: books } = await pool.query(
    "select s.transaction_id, b.amount from books b join shipments s on s.id = b.shipment_id",
  );
  const booked = books.map(({ transaction_id, amount }) => `${transaction_id} ${amount}`);
  const ledger = service.finalizations.map(({ authorizationId, totalAmount }) => `${authorizationId} ${totalAmount}`);
  assert.deepEqual([...booked, ...refunded].sort(), ledger.sort());
  const { rows: sums } = await pool.query(
    `select trim_scale(sum(b.amount)) as sum, payment_method, b.currency
     from books b join shipments s on s.id = b.shipment_id group by 2, 3`,
  );
  const { text } = await command(night, "report", "--since", "2020-01-01");
  for (const { sum, payment_method, currency } of sums) {
    assert.match(text, new RegExp(`captured .* ${payment_method} .* ${sum} .* ${currency}`));
  }
});
