import { expect, test } from "vitest";
import { aborted } from "../../../src/testing/service/http/waiting.js";

test("resolves when the caller has given up already", async () => {
  await expect(aborted(AbortSignal.abort())).resolves.toBeUndefined();
});

test("resolves when the caller gives up", async () => {
  const caller = new AbortController();
  const waiting = aborted(caller.signal);
  caller.abort();
  await expect(waiting).resolves.toBeUndefined();
});
