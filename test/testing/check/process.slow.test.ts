import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startFaultServer } from "../../support/fault-server.js";
import { root } from "../../support/repository.js";

test.each(["SIGINT", "SIGTERM"] as const)(
  "a process that gets %s prints what it had sent, and ends with 3",
  async (signal) => {
    const reached = Promise.withResolvers<void>();
    await using server = await startFaultServer(() => reached.resolve()); // never responds
    const child = spawn(process.execPath, ["test/testing/check/check-process.mjs", server.origin], { cwd: root });
    const printed = text(child.stdout);
    const closed = once(child, "close");
    await reached.promise;
    child.kill(signal);
    expect(await printed).toMatch(
      /yet\n\nThe check stopped: interrupted\.\n\nOther requests: 0\. Tried last:\n\n- POST \/orders\/create\/CHECK-\w+-1\/1\.00\/SEK \(no response\)\n/,
    );
    expect(await closed).toEqual([3, null]);
  },
);
