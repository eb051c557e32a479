import { type Auth, PaymentAbortedError, type PaymentEvent } from "merchant-payments";
import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  simpleOrder,
} from "../support/fault-calls.js";
import { answering, closedOrigin, startFaultServer } from "../support/fault-server.js";
import { requestsSent } from "../support/send-witness.js";

expectNoUnhandledRejections();

describe("a call that the caller gives up", () => {
  test("before it began: nothing was sent", async () => {
    await using server = await startFaultServer(answering(200, created));
    requestsSent();

    const error = await failureOf(
      clientOf(server.origin).finalize(finalization, { signal: AbortSignal.abort("the user left") }),
    );

    expect(error).toMatchObject({
      name: "PaymentAbortedError",
      code: "aborted",
      outcome: "not_sent",
      safeToRetry: true,
      message: "finalize: aborted by the caller's signal, before anything was sent",
    });
    expect(error instanceof PaymentAbortedError && error.reason).toBe("the user left");
    expect(server.bytesReceived).toBe(0);
    expect(requestsSent()).toBe(0);
  });

  test("while it begins: nothing was sent", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(answering(200, created));
    const onEvent = ({ type }: PaymentEvent) => {
      if (type === "request") controller.abort();
    };

    const error = await failureOf(
      clientOf(server.origin, { onEvent }).finalize(finalization, { signal: controller.signal }),
    );

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
    expect(server.connections).toBe(0);
  });

  test.each<[string, (abort: () => void) => Auth]>([
    [
      "at once",
      (abort) => () => {
        abort();
        return { authorization: "A" };
      },
    ],
    [
      "later",
      (abort) => async () => {
        abort();
        return { authorization: "A" };
      },
    ],
  ])("while auth gives its headers %s: nothing was sent", async (_name, authThat) => {
    const controller = new AbortController();
    await using server = await startFaultServer(answering(200, created));
    const auth = authThat(() => controller.abort());

    const error = await failureOf(
      clientOf(server.origin, { auth }).finalize(finalization, { signal: controller.signal }),
    );

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
    expect(server.connections).toBe(0);
  });

  test("while it waits for the answer: it may have been done", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(() => controller.abort());

    const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({
      name: "PaymentAbortedError",
      outcome: "unknown",
      safeToRetry: false,
      message: "finalize: aborted by the caller's signal, and the request may have been processed",
    });
    expect(server.requests).toHaveLength(1);
    await server.hungUp();
  });

  test("between two attempts: nothing was sent, and nothing is", async () => {
    const controller = new AbortController();
    const client = clientOf(await closedOrigin(), {
      onEvent: ({ type }) => {
        if (type === "retry") controller.abort();
      },
    });
    requestsSent();

    const error = await failureOf(client.finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
    expect(requestsSent()).toBe(0);
  });

  test("with a signal that times out: the deadline was the caller's own", async () => {
    const controller = new AbortController();
    const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    await using server = await startFaultServer(() => controller.abort(reason));

    const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown", reason });
    expect(server.requests).toHaveLength(1);
  });

  test("for a reason that looks like a refused connection: it may still have been done", async () => {
    const controller = new AbortController();
    const earlier = await fetch(await closedOrigin()).catch((error: unknown) => error);
    await using server = await startFaultServer(() => controller.abort(earlier));

    const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown", safeToRetry: false });
    expect(error instanceof PaymentAbortedError && error.reason).toBe(earlier);
    expect(server.requests).toHaveLength(1);
  });

  test("after its result: nothing changes", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(answering(200, created));

    const result = await clientOf(server.origin).createOrder(simpleOrder, { signal: controller.signal });
    controller.abort();

    expect(result.orderId).toBe("a08ff49b-6f77-4632-a16c-43069c43a8c3");
  });

  test("does not end the other calls of the client", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer((socket, request) => {
      if (request.head.includes("/orders/")) answering(200, created)(socket, request);
      else controller.abort();
    });
    const client = clientOf(server.origin);

    const [error, order] = await Promise.all([
      failureOf(client.finalize(finalization, { signal: controller.signal })),
      client.createOrder(simpleOrder),
    ]);

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown" });
    expect(order.orderId).toBe("a08ff49b-6f77-4632-a16c-43069c43a8c3");
  });

  test.each([
    ["that cannot be listened to", [false, false], () => JSON.parse("{")],
    ["that breaks after it was checked", [false], () => undefined],
  ])("by a signal %s: nothing was sent", async (_what, states, addEventListener) => {
    await using server = await startFaultServer(answering(200, created));
    const left = [...states];
    const signal = {
      get aborted() {
        return left.length > 0 ? left.shift() : JSON.parse("{");
      },
      addEventListener,
      removeEventListener: () => undefined,
    };

    const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: signal as never }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent" });
    expect(server.bytesReceived).toBe(0);
  });
});
