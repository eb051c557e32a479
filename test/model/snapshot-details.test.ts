import { expect, test } from "vitest";
import { takeSnapshot } from "../../src/model/snapshot.js";

test("an object of nothing but undefined is empty", () => {
  expect(takeSnapshot({ billTo: { name: undefined } }).value).toStrictEqual({ billTo: {} });
});

test("toJSON is asked as for a whole document", () => {
  const asked: unknown[][] = [];
  const dated = { toJSON: (...args: unknown[]) => asked.push(args) };
  expect(takeSnapshot({ since: dated }).value).toStrictEqual({ since: 1 });
  expect(asked).toEqual([[""]]);
});

test("only the key at the top is kept, not one of its name further down", () => {
  const signal = Object.assign(Object.create(null), { aborted: false });
  const { value, issues } = takeSnapshot({ signal, headers: { signal: 1n } }, "options", "signal");
  expect((value as { signal: unknown }).signal).toBe(signal);
  expect(issues).toMatchObject([{ path: "options.headers.signal", code: "unreadable" }]);
});
