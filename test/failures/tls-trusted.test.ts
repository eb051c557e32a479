import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeAll, expect, test } from "vitest";
import { clientOf, created, expectNoUnhandledRejections, orderId, simpleOrder } from "../support/fault-calls.js";
import { answering, certificate, startFaultServer } from "../support/fault-server.js";

expectNoUnhandledRejections();

beforeAll(() => {
  setDefaultCACertificates([...getCACertificates(), certificate()]);
});

test("a server that is trusted is sent one call after the other", async () => {
  await using server = await startFaultServer(answering(200, created), { selfSigned: true });
  const client = clientOf(server.origin);

  expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
  expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });

  expect(server.requests).toHaveLength(2);
});
