/** The check ends, and says why, at a service that cannot be checked. */
import { basicAuth, type PaymentClientOptions } from "merchant-payments";
import { expect, test } from "vitest";
import { identity, pem } from "../../support/certificates.js";
import { created } from "../../support/client.js";
import { startProxy } from "../../support/fault-proxy.js";
import { closedOrigin, responding, type ServerFault, startFaultServer } from "../../support/fault-server.js";
import { passTime, stopTime } from "../../support/time.js";
import { checked } from "./checked.js";

/** Checks the service at an origin, over a real connection. */
function checkedAt(origin: string, more: Partial<PaymentClientOptions> = {}) {
  const options = { baseUrl: `${origin}/api`, auth: basicAuth("merchant-1", "secret"), ...more };
  return checked(options, { host: new URL(origin).host });
}

async function checkedWith(fault: ServerFault, more: Partial<PaymentClientOptions> = {}) {
  await using server = await startFaultServer(fault);
  return { ...(await checkedAt(server.origin, more)), requests: server.requests.length };
}

test("that is down: nothing was sent, and stage two is left out", async () => {
  const { text, exitCode } = await checkedAt(await closedOrigin());
  expect(exitCode).toBe(3);
  expect(text).toMatch(
    /the check stopped in this row: createOrder: the connection failed, nothing was sent \(connect ECONNREFUSED/,
  );
  expect(text).toContain("Rows: 10 (not checked: 10). Requests: 0 in ");
  expect(text).toMatch(
    /\nOther requests: 0\. Tried last:\n\n.*-1\/1\.00\/SEK \(not sent\)\n\nFix this, and run the check again\.\n\n$/,
  );
  expect(text).not.toContain("Stage two");
});

test("that hangs", async () => {
  stopTime();
  const { resultOf, text, exitCode, requests } = await checkedWith(() => void passTime(100), { timeoutMs: 100 });
  expect([requests, exitCode]).toEqual([1, 3]);
  expect(resultOf("simple_order")).toMatch(
    /^not checked: the check stopped in this row: createOrder: no complete response within 100 ms.*, and the request may have been processed\. Find out why no response comes, or raise timeoutMs\.$/,
  );
  expect(text).toMatch(/ \(no response\)\n\nFind out why no response comes, or raise timeoutMs\.\n\n$/);
});

test("that gives every request a page, after two of them", async () => {
  const { rows, text, exitCode, requests } = await checkedWith(responding(200, "<h1>Welcome</h1>"));
  expect([requests, exitCode]).toEqual([2, 3]);
  expect(rows[0]?.result).toBe(
    "differs: the response has no status object: check baseUrl, and the path in the service's documentation",
  );
  expect(text).toContain("The check stopped: no response had the service's status object.");
  expect(text).toMatch(/Its host got the credentials: change the password if the host is not your service's\.\n\n$/);
});

test("whose failures come under HTTP 302", async () => {
  const body = '{"status":{"isSuccess":false,"errorNumber":1,"statusKey":"MOVED"}}';
  const { resultOf } = await checkedWith(responding(302, body));
  expect(resultOf("short_order_number")).toBe(
    "differs: the failure comes under HTTP 302, so every rejection will be unknown",
  );
});

test("it goes the merchant's own way: over a proxy, to a certificate of the merchant's own CA", async () => {
  await using server = await startFaultServer(responding(201, created), { tls: identity("good") });
  await using proxy = await startProxy((_socket, open) => open());
  const way = { proxy: `http://${proxy.host}`, tls: { ca: pem("trusted-root") } };
  const { rows } = await checkedAt(server.origin, way);
  expect(rows[0]?.result).toBe("as assumed");
  expect(proxy.asked.length).toBeGreaterThan(0);
  expect(server.requests.length).toBeGreaterThan(0);
});
