/** Processes that share a SQLite file. They use the built library. */
import { fork } from "node:child_process";
import { once as onceOf } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { rowOf } from "./store-tests.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "once-processes-"));
  file = join(folder, "captures.db");
  new SqliteOnceStore(file, { create: true }).database.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a store opens while another process writes, and waits for it", async () => {
  const writer = new Worker(
    `const { DatabaseSync } = require("node:sqlite");
     const { parentPort, workerData } = require("node:worker_threads");
     const database = new DatabaseSync(workerData);
     database.exec("begin exclusive");
     parentPort.postMessage("writing");
     setTimeout(() => { database.exec("commit"); database.close(); }, 300);`,
    { eval: true, workerData: file },
  );
  await onceOf(writer, "message");
  const row = rowOf("key-1");
  const store = new SqliteOnceStore(file);
  expect(await store.change(row, () => ({ row, before: 0 }))).toEqual({ end: "stored", document: row.document });
  await onceOf(writer, "exit");
});

test("one process delivers a job while another withdraws its key: it is captured, or withdrawn and never sent", async () => {
  const start = () => fork(new URL("withdraw-process.mjs", import.meta.url), [file]);
  const [worker, person] = [start(), start()];
  onTestFinished(() => {
    for (const process of [worker, person]) process.kill();
  });
  await Promise.all([onceOf(worker, "message"), onceOf(person, "message")]);
  for (let number = 10; number < 22; number += 1) {
    const key = `2026011500000000${number}`;
    const told = Promise.all([onceOf(worker, "message"), onceOf(person, "message")]);
    const calls = [() => worker.send({ job: "deliver", key }), () => person.send({ job: "withdraw", key })];
    for (const call of number % 2 === 0 ? calls : calls.toReversed()) call();
    const [[delivered], [withdrawn]] = await told;
    const isCaptured = delivered.told === "captured";
    expect(delivered.sent.includes(key)).toBe(isCaptured);
    expect([delivered.told, withdrawn.told]).toEqual(
      isCaptured ? ["captured", "refused"] : ["not_captured", "not_captured"],
    );
  }
});
