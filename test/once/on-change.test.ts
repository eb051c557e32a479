/** Which listeners learn of changes, and when. */
import type { OnceEntry } from "merchant-payments/once";
import { expect, test, vi } from "vitest";
import { OnceListeners } from "../../src/once/worker/on-change.js";

const version = (version: number) => ({ key: "K-1", version }) as OnceEntry;

test("the changes of a key are told in the order of their versions, however their commits end", async () => {
  const told: number[] = [];
  const listeners = new OnceListeners(({ version }) => told.push(version));
  const commits = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const changes = commits.map(({ promise }, index) =>
    listeners.during("K-1", async (tell) => {
      await promise;
      tell(version(index + 1), undefined);
    }),
  );
  for (const index of [1, 2, 0]) {
    expect(told).toEqual([]);
    commits[index]?.resolve();
    await changes[index];
  }
  expect(told).toEqual([1, 2, 3]);
});

test("a change is told before its call resolves, whatever other keys do", async () => {
  const told: number[] = [];
  const listeners = new OnceListeners(({ version }) => told.push(version));
  void listeners.during("K-2", () => new Promise(() => undefined));
  expect(
    await listeners.during("K-1", async (tell) => {
      tell(version(7), undefined);
      return "stored";
    }),
  ).toBe("stored");
  expect(told).toEqual([7]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("the logger is closed");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the logger is closed"))],
  ["never ends", () => new Promise(() => undefined)],
])("a listener that %s changes nothing", async (_what, listener) => {
  const listeners = new OnceListeners(vi.fn(listener));
  expect(
    await listeners.during("K-1", async (tell) => {
      tell(version(1), undefined);
      return "stored";
    }),
  ).toBe("stored");
});

test("a change that fails is told to nobody, and its error is thrown", async () => {
  const listener = vi.fn();
  const failed = new OnceListeners(listener).during("K-1", () => Promise.reject(new Error("the store is away")));
  await expect(failed).rejects.toThrow("the store is away");
  expect(listener).not.toHaveBeenCalled();
});
