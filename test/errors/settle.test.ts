import { PaymentTimeoutError, settle } from "merchant-payments";
import { expect, test } from "vitest";

test("a result", async () => {
  expect(await settle(Promise.resolve("result"))).toEqual({ ok: true, value: "result" });
});

test("no result is a result too", async () => {
  expect(await settle(Promise.resolve(undefined))).toEqual({ ok: true, value: undefined });
});

test("an error of the library", async () => {
  const error = new PaymentTimeoutError({ operation: "finalize", identifiers: {} }, "unknown", 1_000);

  const settled = await settle(Promise.reject(error));

  expect(settled.ok).toBe(false);
  expect(settled.ok || settled.error).toBe(error);
});

test("any other error is a bug, and is thrown on", async () => {
  const bug = new TypeError("x is not a function");
  await expect(settle(Promise.reject(bug))).rejects.toBe(bug);
});

test("so is what is no error at all", async () => {
  await expect(settle(Promise.reject("text"))).rejects.toBe("text");
  await expect(settle(Promise.reject(undefined))).rejects.toBeUndefined();
});

test("anything that can be awaited", async () => {
  // biome-ignore lint/suspicious/noThenProperty: a promise of another library, of which only `then` is known
  const thenable = { then: (resolve: (value: string) => void) => resolve("result") } as PromiseLike<string>;
  expect(await settle(thenable)).toEqual({ ok: true, value: "result" });
});
