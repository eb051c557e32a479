/** Which listeners learn of changes, and when; and who learns of a `book` that fails if there is no listener. */
import type { OnceEntry } from "merchant-payments/once";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { OnceBookError } from "../../src/once/stores/book-error.js";
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

describe("without a listener, a book that fails", () => {
  const change = (listeners: OnceListeners, key: string, cause?: unknown) =>
    listeners.during(key, async (tell) => tell({ key, version: 1 } as OnceEntry, cause));
  const warnings = () => vi.mocked(process.emitWarning).mock.calls;
  const noTable = (table: string) =>
    Object.assign(new Error(`no such table: ${table}`), { code: "ERR_SQLITE_ERROR", errcode: 1 });
  beforeEach(() => void vi.spyOn(process, "emitWarning").mockReturnValue());

  test("leads to one warning for each cause, which names the error without its message", async () => {
    const listeners = new OnceListeners(undefined);
    await change(listeners, "K-1");
    await change(listeners, "K-2", noTable("bookz"));
    await change(listeners, "K-3", noTable("bookz"));
    await change(listeners, "K-4", Object.assign(new Error("Ann Example exists"), { name: "error", code: "23505" }));
    expect(warnings()).toEqual([
      [
        "K-2: the money moved, and book failed, so that your books lack this capture: Error ERR_SQLITE_ERROR 1. The sweep calls book again. Give Once an onChange to get every error",
        { type: "OnceWarning", code: "BOOK_FAILED" },
      ],
      [expect.stringMatching(/^K-4: .* this capture: error 23505\. The sweep/), expect.anything()],
    ]);
  });

  test.each([
    [
      "in the library's own words",
      new OnceBookError("book took longer than 10000 ms"),
      "book took longer than 10000 ms",
    ],
    ["that is no error", "Ann Example exists", "an unknown error"],
    ["with other fields than an error", { name: "Ann Example", code: {}, errcode: "1; 2" }, "an unknown error"],
    ["whose name is no text", { name: 1n, code: "EIO" }, "EIO"],
  ])("is warned of, %s", async (_what, cause, shown) => {
    await change(new OnceListeners(undefined), "K-1", cause);
    expect(warnings()).toEqual([[expect.stringContaining(`this capture: ${shown}. The sweep`), expect.anything()]]);
  });

  test("changes nothing if its fields throw, or if the runtime has no process", async () => {
    const listeners = new OnceListeners(undefined);
    const hostile = Object.defineProperty({}, "name", {
      get() {
        throw new Error("a getter");
      },
    });
    await change(listeners, "K-1", hostile);
    expect(warnings()).toEqual([]);
    vi.stubGlobal("process", undefined);
    await change(listeners, "K-2", noTable("bookz"));
    vi.unstubAllGlobals(); // Vitest needs it
  });
});
