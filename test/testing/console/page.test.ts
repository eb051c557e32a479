import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { startPaymentServer } from "../../../src/testing/index.js";
import { root, textOf } from "../../support/repository.js";
import { rawCall } from "./control-call.js";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("the console gives a browser its page, under a policy that runs nothing else", async () => {
  await using server = await startPaymentServer({ basePath: "/api" });
  const { status, headers, body } = await rawCall(server.pageUrl, { headers: browser });
  const policy = String(headers["content-security-policy"]);
  const nonce = /script-src 'nonce-([\w-]{20,})'/.exec(policy)?.[1];
  expect(server.pageUrl).toBe(new URL("/", server.baseUrl).href);
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "text/html; charset=utf-8" });
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(body.split(nonce ?? "").length).toBe(3);
  expect(body).not.toMatch(
    / on\w+="|style="|https?:\/\/(?!empty\.invalid"|github\.com\/sindresorhus\/ky|www\.w3\.org\/)/,
  );
  expect(headers).toMatchObject({ "x-frame-options": "DENY", "x-content-type-options": "nosniff" });
  expect((await rawCall(server.pageUrl, { headers: browser })).headers["content-security-policy"]).not.toBe(policy);
  expect(server.service.requests).toEqual([]);
});

test.each([{ accept: "*/*" }, {}])("a program with the headers %j gets the page too", async (headers) => {
  await using server = await startPaymentServer({ basePath: "/api" });
  const { status, body } = await rawCall(server.pageUrl, { headers });
  expect([status, body.slice(0, 15)]).toEqual([200, "<!doctype html>"]);
  expect(server.service.requests).toEqual([]);
});

test("no part of the page makes markup of text", () => {
  const parts = globSync("src/testing/console/page/*.tsx", { cwd: root }).map(textOf);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.join("")).not.toMatch(/innerHTML/i);
});

test.each(["HEAD /", "HEAD /health", "GET /health"])("%s gets HTTP 200, whatever the Host header", async (call) => {
  await using server = await startPaymentServer();
  const [method = "", path] = call.split(" ");
  const headers = { host: "fake.containers.internal" };
  expect((await rawCall(server.baseUrl + path, { method, headers })).status).toBe(200);
  expect(server.service.requests).toEqual([]);
});

test.each([
  ["a POST to the health check", "POST", "/health", {}],
  ["a POST", "POST", "/", browser],
  ["a browser at another path", "GET", "/orders/create", browser],
])("the fake responds to %s as the service does", async (_, method, path, headers) => {
  await using server = await startPaymentServer();
  const response = await rawCall(server.baseUrl + path, { method, headers });
  expect(JSON.parse(response.body)).toMatchObject({ status: { isSuccess: false, errorNumber: -3 } });
  expect(server.service.requests).toHaveLength(1);
});
