/** The timer of `once.start`. */
import { fault } from "merchant-payments/testing";
import { expect, test, vi } from "vitest";
import { merchant } from "./merchant.js";
import { MINUTE } from "./records.js";

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * MINUTE);

test("start sweeps at once and then every minute, until stop", async () => {
  const { once, service, sell, books } = merchant();
  service.faults.next("finalize", fault.loseResponse());
  expect(await sell().capture("K-1")).toMatchObject({ state: "unknown", waitsFor: "sweep" });
  once.start();
  await minutes(1);
  expect(books).toEqual(["K-1.1 100.00"]);
  await once.stop();
  expect(vi.getTimerCount()).toBe(0); // which would keep the process running
  expect(once.status().lastSweepAt).toEqual(new Date());
  service.faults.next("finalize", fault.loseResponse());
  await sell().capture("K-2");
  await minutes(60);
  expect(books).toEqual(["K-1.1 100.00"]);
});

test("start sweeps without a pause after 100 keys", async () => {
  let isClosed = true;
  const booked: string[] = [];
  const book = (_: unknown, { key }: { readonly key: string }) => {
    if (isClosed) throw new Error("the month is closed");
    booked.push(key);
  };
  const { once, store, sell, pass } = merchant({ book, onChange: () => undefined });
  await sell().capture("K-0");
  isClosed = false;
  store.database.exec(`insert into once_keys with recursive n (n) as (select 1 union all select n + 1 from n where n < 100)
    select merchant, 'key-' || n, 'a-' || n, null, version, state, state_since, waits_for, due_at, needs_call, person_at,
    is_erased, format, replace(replace(document, '"K-0"', '"key-' || n || '"'), authorization_id, 'a-' || n) from once_keys, n`);
  pass(MINUTE);
  once.start({ everyMs: 24 * 60 * MINUTE });
  await minutes(1);
  await once.stop();
  expect(booked).toHaveLength(101);
});

test("start is called once, and again after stop", async () => {
  const { once } = merchant();
  once.start();
  expect(() => once.start()).toThrow(new TypeError("once.start was called already: call await once.stop() first"));
  await once.stop();
  once.start({ everyMs: 5 * MINUTE });
  await once.stop();
  await once.stop();
  expect(() => once.start({ everyMs: 0 })).toThrow("start: everyMs must be a whole number of milliseconds");
  expect(() => once.start({ interval: 5 } as object)).toThrow("start: interval is not a known key");
});

test("stop awaits what is in progress, and a timer that was started meanwhile is ended by the next stop", async () => {
  const { client, service, sell, worker, books } = merchant();
  const held = Promise.withResolvers<void>();
  const once = worker({
    payments: client(async (...call) => {
      await held.promise;
      return service.fetch(...call);
    }),
  });
  const capturing = sell().capture("K-1", {}, once);
  await minutes(0);
  const stopping = once.stop();
  once.start();
  held.resolve();
  await Promise.all([capturing, stopping]);
  expect(books).toEqual(["K-1.1 100.00"]);
  expect(() => once.start()).toThrow("once.start was called already");
  await once.stop();
});

test("a sweep that fails is told, and the next one comes all the same", async () => {
  const { once, store, sell, service, books } = merchant();
  service.faults.next("finalize", fault.loseResponse());
  await sell().capture("K-1");
  const errors: unknown[] = [];
  vi.spyOn(store, "read").mockRejectedValueOnce(new Error("away"));
  once.start({ onError: (error) => errors.push(String(error)) });
  await minutes(2);
  await once.stop();
  expect([errors, books]).toEqual([
    ["OnceStoreError: the store could not be read or written, and nothing was sent: fix the store. Then call again"],
    ["K-1.1 100.00"],
  ]);
});

test("without onError, a failing sweep is a warning", async () => {
  const emitWarning = vi.spyOn(process, "emitWarning").mockReturnValue();
  const { once, store } = merchant();
  vi.spyOn(store, "read").mockRejectedValue(new Error("away"));
  once.start();
  await once.stop();
  expect(emitWarning).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("a sweep failed: OnceStoreError"), {
    type: "OnceWarning",
    code: "SWEEP_FAILED",
  });
});
