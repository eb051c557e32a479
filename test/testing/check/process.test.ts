import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startFaultServer } from "../../support/fault-server.js";
import { root } from "../../support/repository.js";

test("a process that is interrupted prints what it had sent, and ends with 3", async () => {
  const reached = Promise.withResolvers<void>();
  await using server = await startFaultServer(() => reached.resolve()); // never responds
  const child = spawn(process.execPath, ["test/testing/check/check-process.mjs", server.origin], { cwd: root });
  const printed = text(child.stdout);
  const closed = once(child, "close");
  await reached.promise;
  child.kill("SIGINT");
  expect(await printed).toMatch(
    /## Stopped\n\ninterrupted\. Until then, the check had sent:\n\n- POST \/orders\/create\/CHECK-\w+-1\/1\.00\/SEK: no response\n/,
  );
  expect(await closed).toEqual([3, null]);
});
