// Runs the check against the fake on a port, as a nightly job does: nobody can type.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startPaymentServer } from "merchant-payments/testing";

const { service, baseUrl, close } = await startPaymentServer();
after(close);

const environment = {
  PAYMENTS_URL: baseUrl,
  PAYMENTS_MERCHANT_ID: service.merchantId,
  PAYMENTS_PASSWORD: service.password,
  PAYMENTS_PRODUCTION_URL: "https://payments.example.com/api",
  PAYMENTS_CHECK_HOST: new URL(baseUrl).host,
};

/** Runs check.ts in a process of its own, and returns its output and exit code. */
async function check(env: Readonly<Record<string, string>>) {
  const file = fileURLToPath(new URL("../check.ts", import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { output, exitCode };
}

test("the file with the variables names each of them", () => {
  const file = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
  const named = [...file.matchAll(/^(?:# )?(PAYMENTS_\w+)=/gm)].map(([, name]) => name);
  assert.deepEqual(named.sort(), Object.keys(environment).sort());
});

test("stage one: the fake is as assumed, and the report asks for the authorizations of stage two", async () => {
  const { output, exitCode } = await check(environment);
  assert.equal(exitCode, 0);
  assert.match(output, /^## Stage one: at most 25 requests to 127\.0\.0\.1:\d+$/m);
  assert.match(output, /^- wrong password, once … as assumed\. Seen: HTTP 401, HTTP_401$/m);
  assert.match(output, /^Rows: 17 \(not checked: 7, as assumed: 10\)\. Requests: 10 in .*: no row differs\.$/m);
  assert.match(output, /^## The check is not complete: do not go live yet$/m);
  assert.match(output, /purpose: "parts", paymentMethod: "paypal", transactionId: "…"/);
});

test("against production by mistake, it sends nothing", async () => {
  const before = service.requests.length;
  const { output, exitCode } = await check({ ...environment, PAYMENTS_PRODUCTION_URL: baseUrl });
  assert.equal(exitCode, 3);
  assert.match(output, /^The check sent nothing: baseUrl has the host of productionBaseUrl/);
  assert.equal(service.requests.length, before);
});

test("with an empty variable, it ends with 1 before any report", async () => {
  const { output, exitCode } = await check({ ...environment, PAYMENTS_PASSWORD: "" });
  assert.deepEqual([output, exitCode], ["", 1]);
});
