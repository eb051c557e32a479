/** Whole histories on a SQLite file whose host's clock steps. The monotonic clock goes on, as on a real host. */
import { fork } from "node:child_process";
import { once as onceOf } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, OnceDecisionError, type OnceOptions, type OnceSnapshot, OnceStoppedError } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService, fault, type SellOptions } from "merchant-payments/testing";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { momentAfter } from "../../src/once/stores/sqlite-clock.js";
import { rowOf } from "../../src/testing/once-store/rows.js";
import { none, signed } from "./merchant.js";
import { HOUR, MINUTE } from "./records.js";

const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 0, 15, 12);
const folder = mkdtempSync(join(tmpdir(), "once-clock-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The monotonic clock starts at 0, as at a boot. */
const boot = (now: number) =>
  void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "hrtime", "Date"], now });
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const step = (ms: number) => void vi.setSystemTime(Date.now() + ms);

function host() {
  boot(NOON);
  const service = new FakePaymentService();
  const payments = new PaymentClient({
    baseUrl: "https://payments.example.com/api",
    auth: basicAuth(service.merchantId, service.password),
    fetch: service.fetch,
    maxRetries: 0,
  });
  const file = join(folder, `${crypto.randomUUID()}.db`);
  const books: string[] = [];
  const opened: SqliteOnceStore[] = [];
  /** A worker's process. */
  const process = (more: Partial<OnceOptions<DatabaseSync>> = {}) => {
    const store = new SqliteOnceStore(file);
    opened.push(store);
    const book = (_: unknown, { key, request }: { key: string; request: { totalAmount: string } }) =>
      void books.push(`${key} ${request.totalAmount}`);
    const once = new Once({ payments, store, book, stopAfter: { unknowns: 2 }, ...more });
    const now = async () => (await store.list({ limit: 1 })).now;
    const seen = async (key: string) => (await once.get(key)) as OnceSnapshot;
    return { store, once, now, seen };
  };
  const reboot = (now: number) => {
    for (const { database } of opened.splice(0)) {
      database.exec("update once_clock set boot = 'the boot before'");
      database.close();
    }
    vi.useRealTimers();
    boot(now);
    return process();
  };
  const sell = (paymentMethod: SellOptions["paymentMethod"]) => {
    const sale = service.sell({ paymentMethod, totalAmount: "100.00" });
    const authorization = { paymentMethod, authorizedAmount: "100.00", currencyCode: "SEK" } as const;
    return { sale, authorization };
  };
  /** A part whose request is lost in transit until somebody delivers it. */
  const losePart = async (once: Once<DatabaseSync>) => {
    const { sale, authorization } = sell("paypal");
    service.faults.next("finalize", fault.late());
    const lost = once.finalize("K-1", { ...sale, totalAmount: "40.00" }, { authorization });
    await vi.waitFor(() => expect(service.late).toHaveLength(1));
    pass(30_000);
    expect(await lost).toMatchObject({ state: "parked", waitsFor: "person" });
  };
  const taken = () => service.finalizations.map(({ totalAmount }) => totalAmount);
  onTestFinished(() => {
    for (const { database } of opened) database.close();
  });
  return { service, file, books, process, reboot, sell, losePart, taken };
}

describe("a clock that steps 41 minutes forward, while a part is lost in transit", () => {
  test("makes no decision possible before the part can no longer arrive, so that it is captured once", async () => {
    const { service, books, process, losePart, taken } = host();
    const { once, seen } = process();
    await losePart(once);

    step(41 * MINUTE);
    const early = await seen("K-1");
    expect(early.advice).toContain("(2) If 0 SEK is finalized and nothing is pending, the capture was not made.");
    for (const as of ["send_again", "not_captured"] as const) {
      await expect(once.decide(early, { as, balance: none, ...signed })).rejects.toThrow(
        /^K-1: an earlier attempt could still arrive when this snapshot was taken/,
      );
    }
    await once.sweep();
    await service.deliverLate();
    expect(taken()).toEqual(["40.00"]);

    pass(31 * MINUTE);
    await once.decide(await seen("K-1"), { as: "captured", ...signed });
    expect([taken(), books]).toEqual([["40.00"], ["K-1 40.00"]]);
    expect((await once.list({ waitsFor: "person" })).entries).toEqual([]);
  });

  test("does not shorten the wait of another process, or of one that was opened after the step", async () => {
    const { process, losePart } = host();
    const [first, second] = [process(), process()];
    await losePart(first.once);

    step(41 * MINUTE);
    for (const { once, seen } of [first, second, process()]) {
      const decision = { as: "not_captured", balance: none, ...signed } as const;
      await expect(once.decide(await seen("K-1"), decision)).rejects.toThrow(OnceDecisionError);
    }
    pass(31 * MINUTE);
    expect(
      await second.once.decide(await second.seen("K-1"), { as: "not_captured", balance: none, ...signed }),
    ).toMatchObject({ state: "not_captured" });
  });

  test("shortens a wait of a day by less than the margin, though the time approaches the wall clock", async () => {
    const { process, losePart } = host();
    const { once, seen } = process({ maxNetworkDelayMs: DAY });
    await losePart(once);

    step(41 * MINUTE);
    const { mayArriveUntil, seenAt } = await seen("K-1");
    pass(mayArriveUntil - 10_000 - seenAt);
    const decision = { as: "send_again", balance: none, ...signed } as const;
    await expect(once.decide(await seen("K-1"), decision)).rejects.toThrow("could still arrive");
  });
});

describe("a clock that steps back by a day", () => {
  test("leaves no due key waiting", async () => {
    const { service, books, process, sell, taken } = host();
    const { once, seen } = process();
    const { sale, authorization } = sell("card");
    service.faults.next("finalize", fault.loseResponse());
    expect(await once.finalize("K-1", sale, { authorization })).toMatchObject({ state: "unknown" });

    step(-DAY);
    pass(MINUTE + 100);
    await once.sweep();
    expect(await seen("K-1")).toMatchObject({ state: "captured", isBooked: true });
    expect([taken(), books]).toEqual([["100.00"], ["K-1 100.00"]]);
  });

  test("leaves no key waiting whose worker died", async () => {
    const { process, sell } = host();
    const { once } = process();
    const { sale, authorization } = sell("card");
    const never = new PaymentClient({
      baseUrl: "https://payments.example.com",
      auth: basicAuth("m", "p"),
      fetch: () => new Promise(() => undefined),
    });
    const store = process().store;
    void new Once({ payments: never, store, book: () => undefined })
      .finalize("K-1", sale, { authorization })
      .catch(() => undefined);
    await vi.waitFor(async () => expect((await once.get("K-1"))?.state).toBe("sending"));

    step(-DAY);
    pass(2 * MINUTE);
    await once.sweep();
    expect((await once.get("K-1"))?.state).toBe("unknown");
  });

  test("does not keep the sweep from trying the service while the circuit breaker is open", async () => {
    const { service, process, sell } = host();
    const { once, seen } = process();
    service.faults.every(1, "finalize", fault.loseResponse());
    for (const key of ["K-1", "K-2"]) {
      const { sale, authorization } = sell("card");
      await once
        .finalize(key, sale, { authorization })
        .catch((error) => expect(error).toBeInstanceOf(OnceStoppedError));
    }
    service.faults.clear();
    step(-DAY);
    pass(2 * MINUTE);
    await once.sweep().catch(() => undefined);
    pass(2 * MINUTE);
    await once.sweep().catch(() => undefined);
    expect([await seen("K-1"), await seen("K-2")]).toMatchObject([{ state: "captured" }, { state: "captured" }]);
  });
});

test.each([
  ["41 minutes ahead", 41 * MINUTE],
  ["a day behind", -DAY],
])("a process whose wall clock is %s has the time of the other processes of its host", async (_what, aheadMs) => {
  const file = join(folder, `${crypto.randomUUID()}.db`);
  const store = new SqliteOnceStore(file);
  const child = fork(new URL("sqlite-clock-process.mjs", import.meta.url), [file, String(aheadMs)]);
  const [now] = await onceOf(child, "message");
  expect(Math.abs(now - Date.now())).toBeLessThan(MINUTE);
  expect(Math.abs((await store.list({ limit: 1 })).now - Date.now())).toBeLessThan(MINUTE);
  store.database.close();
});

describe("after a restart of the host", () => {
  test("the time is that of the wall clock, and goes on by the monotonic clock", async () => {
    const { process, reboot } = host();
    await process().now();
    const { now } = reboot(NOON + HOUR);
    expect(await now()).toBe(NOON + HOUR);
    step(41 * MINUTE);
    pass(MINUTE);
    expect(await now()).toBe(NOON + HOUR + MINUTE + 6);
  });

  test("it never goes back behind the last change, whatever the wall clock says", async () => {
    const { process, reboot, losePart } = host();
    await losePart(process().once);
    const { now, once, seen } = reboot(0);
    const { stateSince, mayArriveUntil } = await seen("K-1");
    expect(await now()).toBe(stateSince);
    pass(mayArriveUntil - stateSince + MINUTE);
    const decision = { as: "not_captured", balance: none, ...signed } as const;
    expect(await once.decide(await seen("K-1"), decision)).toMatchObject({ state: "not_captured" });
  });

  test("with a clock that is too far ahead, a part may still arrive after the decision: the limit that remains", async () => {
    const { service, process, reboot, losePart, taken } = host();
    await losePart(process().once);
    const { once, seen } = reboot(NOON + 41 * MINUTE);
    await once.decide(await seen("K-1"), { as: "not_captured", balance: none, ...signed });
    await service.deliverLate();
    expect(taken()).toEqual(["40.00"]);
  });
});

describe("the time of a file", () => {
  const last = { time: NOON, monotonic: 1_000, boot: "A" };
  const hour = { monotonic: 1_000 + HOUR, boot: "A" };
  const timeAt = (wall: number, more: object = {}) => momentAfter(last, { ...hour, wall, ...more }).time;

  test.each([
    ["begins at the wall clock", undefined, NOON - DAY, NOON - DAY],
    ["is that of the wall clock while the two agree", last, NOON + HOUR + 360, NOON + HOUR + 360],
    ["gains a ten-thousandth if the wall clock is ahead", last, NOON + DAY, NOON + HOUR + 360],
    ["loses a ten-thousandth if the wall clock is behind", last, NOON - DAY, NOON + HOUR - 360],
  ])("%s", (_what, stored, wall, time) => {
    expect(momentAfter(stored, { ...hour, wall })).toEqual({ ...hour, time });
  });

  test.each([
    ["its boot has another name", { boot: "B" }],
    ["the monotonic clock is lower", { monotonic: 999 }],
  ])("begins anew if %s, and never goes back", (_what, more) => {
    expect([timeAt(NOON + DAY, more), timeAt(NOON - DAY, more)]).toEqual([NOON + DAY, NOON]);
  });

  test("is late after a machine was suspended, because its monotonic clock stood still", () => {
    expect(timeAt(NOON + DAY, { monotonic: 1_000 })).toBe(NOON);
  });
});

test("a capture of this minute can be entered while the time is late, and has that time", async () => {
  const { process, sell } = host();
  const { once, now } = process();
  step(HOUR);
  const { sale, authorization } = sell("card");
  const adoption = { authorization, transactionId: "T-1", isBooked: true, ...signed };
  const entered = await once.adopt("K-1", { ...sale, totalAmount: "100.00" }, { ...adoption, at: new Date() });
  expect([entered.state, entered.stateSince]).toEqual(["captured", await now()]);
  const tomorrow = { ...adoption, at: new Date(Date.now() + DAY) };
  await expect(once.adopt("K-2", { ...sale, totalAmount: "100.00" }, tomorrow)).rejects.toThrow(
    "a Date that has passed",
  );
});

test("a hundred changes within a tenth of a second do not slow the time down", async () => {
  const { process } = host();
  const { store, now } = process();
  for (let change = 0; change < 100; change += 1) {
    const key = `K-${change}`;
    vi.advanceTimersByTime(1);
    await store.change({ key, authorizationId: key }, () => ({ row: rowOf(key) }));
  }
  expect(await now()).toBe(NOON + 100);
});

test("a host whose boot has no name has the same clock, under the name of the host", async () => {
  vi.spyOn(process.getBuiltinModule("node:fs"), "readFileSync").mockImplementation(() => {
    throw new Error("ENOENT");
  });
  const { process: open } = host();
  const { now, store } = open();
  step(41 * MINUTE);
  pass(MINUTE);
  expect(await now()).toBe(NOON + MINUTE + 6);
  expect(store.database.prepare("select boot from once_clock").get()).toEqual({ boot: hostname() });
});

test("the containers of a host without time namespaces have the same clock, whatever their names", async () => {
  vi.spyOn(process.getBuiltinModule("node:fs"), "readlinkSync").mockImplementation(() => {
    throw new Error("ENOENT"); // before Linux 5.6
  });
  const name = vi.spyOn(process.getBuiltinModule("node:os"), "hostname").mockReturnValue("container-1");
  const { process: open, losePart, service, taken } = host();
  await losePart(open().once);

  step(41 * MINUTE);
  name.mockReturnValue("container-2");
  const { once, seen, store } = open();
  const boot = expect.stringMatching(/^[-0-9a-f]+ none$/); // every release must write this name
  expect(store.database.prepare("select boot from once_clock").get()).toEqual({ boot });
  const decision = { as: "send_again", balance: none, ...signed } as const;
  await expect(once.decide(await seen("K-1"), decision)).rejects.toThrow("could still arrive");
  await once.sweep();
  await service.deliverLate();
  expect(taken()).toEqual(["40.00"]);
});

test("the clock of a store in memory is the wall clock, which a test can set", async () => {
  boot(NOON);
  const store = new SqliteOnceStore(":memory:");
  step(41 * MINUTE);
  expect((await store.list({ limit: 1 })).now).toBe(NOON + 41 * MINUTE);
});
