import { gzipSync } from "node:zlib";
import { responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientOf, expectNoUnhandledRejections, failureOf, finalization } from "../support/fault-calls.js";
import { answering, startFaultServer } from "../support/fault-server.js";
import { onNextAnswer } from "../support/send-witness.js";

expectNoUnhandledRejections();

test("a call that the caller gives up inside the answer's body", async () => {
  const controller = new AbortController();
  await using server = await startFaultServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{");
  });
  onNextAnswer(() => setImmediate(() => controller.abort()));

  const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));

  expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown" });
  expect(responseOf(error)).toMatchObject({ httpStatus: 200, body: "{", attempts: 1 });
  expect(server.requests).toHaveLength(1);
  await server.hungUp();
});

/** Does it so many ticks later: still before the next event. */
const after = (ticks: number, act: () => void): void => {
  if (ticks === 0) act();
  else process.nextTick(after, ticks - 1, act);
};

describe.each([
  ["plain", (text: string) => Buffer.from(text), {}],
  ["compressed", (text: string) => gzipSync(text), { "content-encoding": "gzip" }],
])(
  "a call that the caller gives up as an answer begins, %s: that is read whole or not at all",
  (_name, bytesOf, headers) => {
    test.each(Array.from({ length: 20 }, (_, count) => count))("%i ticks later", async (count) => {
      const controller = new AbortController();
      const page = "<html>Who are you?</html>";
      await using server = await startFaultServer(answering(401, bytesOf(page), headers));
      onNextAnswer(() => after(count, () => controller.abort()));

      const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));

      const isWhole = responseOf(error)?.body === page;
      expect(error).toMatchObject(
        isWhole && error.code !== "aborted"
          ? { name: "PaymentResponseError", outcome: "rejected", httpStatus: 401 }
          : { name: "PaymentAbortedError", outcome: "unknown" },
      );
      expect(server.requests).toHaveLength(1);
    });
  },
);
