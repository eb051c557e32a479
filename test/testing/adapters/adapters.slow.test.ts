import { expect, test } from "vitest";
import { type Adapter, fetchAdapter, mswAdapter, serverAdapter } from "../../support/service-adapters.js";
import { busyService, type Call, calls } from "./generated-calls.js";

/** The response that a caller gets from a new service, and the state of the service afterwards. */
async function responseThrough(adapter: Adapter, call: Call) {
  await using open = await adapter.open(busyService());
  const response = await open.fetch(open.baseUrl + call.path, {
    method: call.method,
    ...(call.authorization === undefined ? {} : { headers: { authorization: call.authorization } }),
    ...(call.method === "GET" || call.method === "HEAD" ? {} : { body: call.body }),
  });
  const header = (name: string) => response.headers.get(name);
  const { orders, authorizations, finalizations, requests } = open.service;
  return {
    status: response.status,
    contentType: header("content-type"),
    authenticate: header("www-authenticate"),
    allow: header("allow"),
    body: await response.text(),
    books: { orders, authorizations, finalizations },
    requests: requests.map(({ headers: _headers, ...request }) => request),
  };
}

async function responsesThrough(adapter: Adapter) {
  const responses = [];
  for (const call of calls) responses.push({ call, ...(await responseThrough(adapter, call)) });
  return responses;
}

const expected = responsesThrough(fetchAdapter);

test.each([serverAdapter, mswAdapter])("$name responds as service.fetch does", async (adapter) => {
  const responses = await responsesThrough(adapter);
  for (const [index, response] of (await expected).entries()) expect(responses[index]).toEqual(response);
});
