import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  detailedOrder,
  expectNoUnhandledRejections,
  failureOf,
  simpleOrder,
} from "../support/fault-calls.js";
import { answering, startFaultServer } from "../support/fault-server.js";
import { requestsSent } from "../support/send-witness.js";
import { onWay } from "../support/way.js";

expectNoUnhandledRejections();

test("a redirect to another origin is not followed: that one sees nothing", async () => {
  await using elsewhere = await startFaultServer(answering(200, created));
  await using server = await startFaultServer(answering(307, "", { location: `${elsewhere.origin}/orders` }));

  const error = await failureOf(clientOf(server.origin).createOrder(detailedOrder));

  expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 307 });
  expect(server.requests).toHaveLength(1);
  expect(elsewhere.bytesReceived).toBe(0);
});

describe("HTTP 421, on which fetch repeats what it can", () => {
  test.each([
    ["a request with a body", detailedOrder],
    ["a request without a body", simpleOrder],
  ])("%s is sent once", async (_name, order) => {
    await using server = await startFaultServer(answering(421, ""));
    requestsSent();

    const error = await failureOf(clientOf(server.origin).createOrder(order));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 421 });
    expect(server.requests).toHaveLength(1);
    expect(requestsSent()).toBe(onWay({ node: 0, fetch: 1 })); // fetch's own witness
  });
});
