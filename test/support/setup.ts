/** Ends every test with real timers, and fails it if a rejected promise was left unhandled. */
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";

const reasons: unknown[] = [];
const listener = (reason: unknown) => reasons.push(reason);

beforeAll(() => void process.on("unhandledRejection", listener));
afterAll(() => void process.off("unhandledRejection", listener));
afterEach(async () => {
  vi.useRealTimers();
  await setImmediate();
  expect(reasons.splice(0)).toEqual([]);
});
