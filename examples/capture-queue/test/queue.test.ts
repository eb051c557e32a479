import assert from "node:assert/strict";
import { once as event } from "node:events";
import { after, test } from "node:test";
import { prepareStage, start, until } from "../stage/stage.ts";

test("100 shipments, a worker that is killed, a worker that stops: none is captured or booked twice", async () => {
  const stage = await prepareStage();
  after(stage.end);
  const { service, pool, enqueue } = stage;
  await enqueue(service.ship(100, { only: "card" }));
  service.plan({ slow: 1 });
  const [killed, stopped] = [start("../src/worker.ts"), start("../src/worker.ts")];
  await until(() => service.finalizations.length > 20);
  killed.kill("SIGKILL"); // what it held waits for the sweep, for a minute
  const booked = async () => (await pool.query("select shipment_id, closing, is_captured from books")).rows;
  assert.ok(await until(async () => (await booked()).length >= 92));
  stopped.kill("SIGTERM");
  const [exitCode] = await event(stopped, "exit");
  const rows = await booked();
  assert.equal(exitCode, 0);
  assert.ok(rows.every(({ is_captured }) => is_captured));
  assert.equal(new Set(rows.map(({ shipment_id }) => shipment_id)).size, rows.length);
  assert.ok(service.finalizations.length <= 100);
});

test("a shipment whose input is invalid is logged, and its job is done", async () => {
  const stage = await prepareStage();
  after(stage.end);
  const [shipment] = stage.service.ship(1, { only: "card" });
  assert.ok(shipment);
  await stage.enqueue([{ ...shipment, currency: "kronor" }]);
  const worker = start("../src/worker.ts");
  const jobs = async () => (await stage.pool.query("select state from pgboss.job")).rows.map(({ state }) => state);
  assert.ok(await until(async () => (await jobs()).join() === "completed", 30_000));
  worker.kill("SIGTERM");
  assert.equal(stage.service.requests.length, 0);
});
