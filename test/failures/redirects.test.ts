import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  detailedOrder,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  refused,
  simpleOrder,
} from "../support/fault-calls.js";
import { answering, closedOrigin, startFaultServer } from "../support/fault-server.js";
import { requestsSent } from "../support/send-witness.js";
import { onWay } from "../support/way.js";

expectNoUnhandledRejections();

describe.each([301, 302, 303, 307, 308])("HTTP %i", (status) => {
  test("to another place of the same origin is not followed", async () => {
    await using server = await startFaultServer(answering(status, "", { location: "/elsewhere" }));

    const error = await failureOf(clientOf(server.origin).createOrder(detailedOrder));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: status });
    expect(server.requests).toHaveLength(1);
  });

  test("to another origin: that one sees nothing", async () => {
    await using elsewhere = await startFaultServer(answering(200, created));
    await using server = await startFaultServer(answering(status, "", { location: `${elsewhere.origin}/orders` }));

    const error = await failureOf(clientOf(server.origin).createOrder(detailedOrder));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: status });
    expect(server.requests).toHaveLength(1);
    expect(elsewhere.bytesReceived).toBe(0);
  });

  test("to where nothing listens is no proof that nothing was sent", async () => {
    const location = await closedOrigin();
    await using server = await startFaultServer(answering(status, "", { location }));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  });

  test("with the service's own no proves nothing", async () => {
    await using server = await startFaultServer(answering(status, refused, { location: "/elsewhere" }));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentServiceError", outcome: "unknown", httpStatus: status });
    expect(server.requests).toHaveLength(1);
  });
});

test("a redirect without an address", async () => {
  await using server = await startFaultServer(answering(302, ""));

  const error = await failureOf(clientOf(server.origin).finalize(finalization));

  expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 302 });
  expect(server.requests).toHaveLength(1);
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

  test("on a connection that is then closed for good", async () => {
    await using server = await startFaultServer((socket) => {
      socket.end("HTTP/1.1 421 Misdirected Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 421 });
    expect(server.requests).toHaveLength(1);
  });
});
