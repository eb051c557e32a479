/** Runs in which the simulation found something wrong, each with the rules that it needs. */
import type { DatabaseSync } from "node:sqlite";
import { type OnceRecord, OnceStoppedError } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { paymentError } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { stored } from "../../src/once/books.js";
import { CircuitBreaker } from "../../src/once/circuit-breaker.js";
import { decided } from "../../src/once/decisions.js";
import { moved } from "../../src/once/transition.js";
import { known, record, terms } from "./records.js";

const sending = record("sending");

test("a capture that a person's decision books is not booked again after the book of a worker failed", async () => {
  const store = new SqliteOnceStore(":memory:");
  await store.change(sending, () => ({ record: sending }));
  const booked: string[] = [];
  const captured = (own: OnceRecord) => (own.state === "captured" ? own : moved(own, "captured", 0));
  const saying = (book: (tx: DatabaseSync) => void) =>
    stored({ store, book }, sending, ({ own }) => captured(own as OnceRecord));

  const worker = saying(() => {
    throw new Error("the books are locked");
  });
  const person = saying(() => {
    booked.push("by a person");
  });

  expect(await Promise.all([worker, person])).toMatchObject([{ isBooked: true }, { isBooked: true }]);
  await saying(() => {
    booked.push("by a sweep");
  });
  expect(booked).toEqual(["by a person"]);
});

test("keys pass although one key that a filter rejects comes first after each resume()", async () => {
  const breaker = new CircuitBreaker({ unknowns: 10, rejections: 3 });
  const forbidden = paymentError("service_error", { statusKey: "HTTP_403", httpStatus: 403 });
  for (const key of ["K-1", "K-2", "K-3"]) breaker.note(key, forbidden);
  await expect(breaker.enter()).rejects.toThrow(OnceStoppedError);
  breaker.resume();

  const leave = await breaker.enter();
  breaker.note("K-1", forbidden);
  leave();
  expect(() => breaker.check()).not.toThrow();

  const leaveNext = await breaker.enter();
  breaker.note("K-2", undefined);
  leaveNext();
  await Promise.all([breaker.enter(), breaker.enter()]);
});

test("a key that a decision closed is sent again, not resolved, if another key has captured since", () => {
  const closed = record("not_captured", { mayBeCaptured: true });
  const next = record("captured", { key: "K-2" });
  const balance = { finalized: "0", pending: "0" };
  const again = { as: "send_again", balance, by: "Ann", why: "nothing was finalized when I looked" } as const;
  const snapshot = { key: "K-1", version: 1, seenAt: 0 };

  expect(decided(known(closed), snapshot, again, terms).state).toBe("unknown");
  expect(decided(known(closed, 0, [next]), snapshot, again, terms).state).toBe("retryable");
});
