import { gzipSync } from "node:zlib";
import { responseOf } from "merchant-payments";
import { expect, test } from "vitest";
import { clientOf, errorOf, finalization } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { onNextResponse } from "../support/witness.js";

const page = "<html>Who are you?</html>";

/** Acts so many ticks later, still before the next event. */
const after = (ticks: number, act: () => void): void => {
  if (ticks === 0) act();
  else process.nextTick(after, ticks - 1, act);
};

const zipped = { "content-encoding": "gzip", "content-type": "text/html" };
const moments = Array.from({ length: 20 }, (_, ticks) => [
  { ticks, how: "plain", body: page, headers: {} },
  { ticks, how: "gzipped", body: gzipSync(page), headers: zipped },
]).flat();

test.each(moments)(
  "an abort $ticks ticks after a $how response begins: it is read whole or not at all",
  async (row) => {
    const controller = new AbortController();
    await using server = await startFaultServer(responding(401, row.body, row.headers));
    onNextResponse(() => after(row.ticks, () => controller.abort()));
    const error = await errorOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));
    const isWhole = responseOf(error)?.body === page && error.code !== "aborted";
    const whole = { name: "PaymentResponseError", outcome: "rejected", httpStatus: 401 };
    expect(error).toMatchObject(isWhole ? whole : { name: "PaymentAbortedError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  },
);

test("an abort inside the body keeps what came of it", async () => {
  const controller = new AbortController();
  await using server = await startFaultServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{");
  });
  onNextResponse(() => setImmediate(() => controller.abort()));
  const error = await errorOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));
  expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown" });
  expect(responseOf(error)).toMatchObject({ httpStatus: 200, body: "{", attempts: 1 });
  await server.hungUp();
});
