import { basicAuth } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientOf, created, errorOf } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { auths, callHeaders, clientHeaders, credentials, finalization, order } from "./planted.js";

const withUser = (origin: string) => origin.replace("//", "//merchant-1:x@");
const secretsIn = (text = "") => credentials.filter((secret) => text.includes(secret));

describe.each(auths)("with %s the client never calls", (_name, auth) => {
  test.each<[string, number, (elsewhere: string) => Record<string, string>]>([
    ["the target of a permanent redirect", 308, (elsewhere) => ({ location: `${elsewhere}/orders/create` })],
    ["the target of a redirect with credentials", 302, (elsewhere) => ({ location: withUser(elsewhere) })],
    ["the target of a choice", 300, (elsewhere) => ({ location: elsewhere, link: `<${elsewhere}>; rel="alternate"` })],
    ["the location of a created order", 201, (elsewhere) => ({ location: elsewhere, "content-location": elsewhere })],
    ["an alternative service", 200, (elsewhere) => ({ "alt-svc": `h2="${elsewhere.replace("http://", "")}"` })],
    ["the realm of a demand to log in", 401, (elsewhere) => ({ "www-authenticate": `Basic realm="${elsewhere}"` })],
    ["the location of a busy server", 503, (elsewhere) => ({ location: elsewhere, "retry-after": "0" })],
  ])("%s under HTTP %i", async (_what, httpStatus, headersFor) => {
    await using elsewhere = await startFaultServer(responding(200, created));
    await using server = await startFaultServer(responding(httpStatus, "", headersFor(elsewhere.origin)));
    const payments = clientOf(server.origin, { auth, headers: clientHeaders, maxRetries: 3 });
    await errorOf(payments.createOrder(order, { headers: callHeaders }));
    await errorOf(payments.finalize(finalization, { headers: callHeaders }));
    expect(server.requests).toHaveLength(2);
    expect(secretsIn(server.requests[1]?.head)).not.toEqual([]); // the request had them
    expect(elsewhere.connections).toEqual([]);
  });
});

test("two clients share no credentials and no cookies", async () => {
  await using server = await startFaultServer(responding(201, created, { "set-cookie": "session=pl4nted; Path=/" }));
  const first = clientOf(server.origin, { auth: basicAuth("merchant-1", "pl4nted-first") });
  const second = clientOf(server.origin, { auth: basicAuth("merchant-2", "second") });
  for (const client of [first, second, first]) await client.createOrder(order);
  const [, ofSecond, again] = server.requests;
  expect(ofSecond?.head).toContain(`Basic ${Buffer.from("merchant-2:second").toString("base64")}`);
  expect(secretsIn(ofSecond?.head)).toEqual([]);
  expect(again?.head.toLowerCase()).not.toContain("cookie");
});
