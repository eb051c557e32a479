/** Custom operations: their requests, results and retries. */
import { Decimal, defineOperation, exactNumber, type PaymentEvent, responseOf } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { clientOver, errorOf, failedFetch, orderId, rejected } from "../../support/client.js";
import { stopTime } from "../../support/time.js";
import { zod } from "./described.js";

const { initializePayment, annulPayment, findPayment } = zod;
const transactionId = "202603040000000001";
const annulment = { transactionId };
const payment = { orderId, returnUrl: "https://shop.example.com/paid", totalAmount: "125.00" };

const success = '"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS","statusMessage":"Done"}';
const session = `{${success},"sessionId":"S-1","url":"https://pay.example/S-1"}`;
const annulled = `{${success},"totalAmountAnnulled":125.00}`;
const found = `{${success},"state":"open","finalized":[1.10,12345678901234567890.12]}`;

/** A client of a service that gives these responses in turn, the last one again and again, and what the client sent. */
function responding(...responses: (string | Response | Error)[]) {
  const sent: { method: string; path: string; body: string; headers: Headers }[] = [];
  const events: PaymentEvent[] = [];
  const fetch = async (input: string, init: RequestInit) => {
    const request = new Request(input, init);
    const path = request.url.replace("https://pay.example/api", "");
    sent.push({ method: request.method, path, body: await request.text(), headers: request.headers });
    const response = responses[Math.min(sent.length, responses.length) - 1] as string | Response | Error;
    if (response instanceof Error) throw response;
    return typeof response === "string" ? new Response(response) : response.clone();
  };
  return { payments: clientOver(fetch, { onEvent: (event) => void events.push(event) }), sent, events };
}

describe("custom operations", () => {
  test("send a write with the path from the input and the rest as the body, amounts as exact numbers", async () => {
    const { payments, sent } = responding(session);
    const result = await payments.call(initializePayment, payment);
    const body = '{"returnUrl":"https://shop.example.com/paid","totalAmount":125.00}';
    expect(sent).toMatchObject([{ method: "POST", path: `/orders/${orderId}/initializePayment`, body }]);
    expect(result).toMatchObject({ sessionId: "S-1", url: "https://pay.example/S-1", pending: false });
    expect(responseOf(result)?.body).toBe(session);
  });

  test("send a read with a query, and keep every digit of its numbers", async () => {
    const { payments, sent } = responding(found);
    const { finalized, status } = await payments.call(findPayment, { transactionId, withHistory: true });
    expect(sent).toMatchObject([{ method: "GET", path: `/transactions/${transactionId}?withHistory=true`, body: "" }]);
    expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(["accept", "authorization", "user-agent"]);
    expect(finalized.map((each) => each.toFixed())).toEqual(["1.1", "12345678901234567890.12"]);
    expect(status.statusKey).toBe("SUCCESS");
  });

  test.each([
    ["initializePayment", { ...payment, totalAmount: "125,00" }, "totalAmount"],
    ["annulPayment", {}, "transactionId"],
    ["findPayment", "a secret", ""],
  ] as const)("send nothing for the invalid input of %s: %j", async (name, input, path) => {
    const { payments, sent } = responding(session);
    const error = await errorOf(payments.call(zod[name] as typeof annulPayment, input as never));
    const where = path === "" ? "the input" : path;
    const message = `${where} does not fit the operation's schema: causeOf(error) has its own words`;
    expect(error).toMatchObject({ operation: name, issues: [{ path, code: "bad_format", message }] });
    expect(sent).toEqual([]);
  });

  test("name the field of a response that does not fit its schema", async () => {
    const { payments } = responding(annulled.replace("125.00", '"much"'));
    const error = await errorOf(payments.call(annulPayment, annulment));
    const message = "does not fit its schema, which gets numbers as Decimal: causeOf(error) has its own words";
    const issues = [{ path: "totalAmountAnnulled", message }];
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "succeeded", issues });
  });
});

test.each<[number: string, read: unknown]>([
  ["1e3", new Decimal(1_000)],
  ["-0.10", new Decimal("-0.1")],
  [`${"9".repeat(64)}`, new Decimal("9".repeat(64))],
  [`${"9".repeat(65)}`, "9".repeat(65)],
  ["1e99", new Decimal("1e99")],
  ["1e2000000000", "1e2000000000"],
  ["-1E-2000000000", "-1E-2000000000"],
])(
  "the schema of a response gets the number %s as a Decimal, or as text if it is out of bounds",
  async (number, read) => {
    const { payments } = responding(`{${success},"amount":${number},"amounts":[${number}]}`);
    expect(await payments.call(anyPath, { id: "1" })).toMatchObject({ amount: read, amounts: [read] });
  },
);

const anything = z.record(z.string(), z.unknown());
const anyId = z.object({ id: z.any() });
const anyPath = defineOperation({ name: "any", path: "/a/{id}/b", effect: "write", input: anyId, response: anything });

test.each<[what: string, id: unknown, segment: string]>([
  ["letters beyond ASCII", "Åsa 👟", "%C3%85sa%20%F0%9F%91%9F"],
  ["a number", 42, "42"],
  ["true", true, "true"],
  ["a Decimal", new Decimal("1E+20"), "100000000000000000000"],
  ["an exact number, its scale kept", exactNumber("125.00"), "125.00"],
])("the path of a custom operation takes %s", async (_what, id, segment) => {
  const { payments, sent } = responding(`{${success}}`);
  await payments.call(anyPath, { id });
  expect(sent[0]?.path).toBe(`/a/${segment}/b`);
});

test.each<[what: string, id: unknown]>([
  ["nothing", undefined],
  ["empty text", ""],
  ["a slash", "1/annul"],
  ["a dot segment", ".."],
  ["half of a surrogate pair", "1\ud83d"],
  ["a number above 2^53", 2 ** 53 + 2],
  ["a list", ["1"]],
])("the path of a custom operation does not take %s", async (_what, id) => {
  const { payments, sent } = responding(`{${success}}`);
  const error = await errorOf(payments.call(anyPath, { id }));
  expect(error).toMatchObject({ code: "invalid_input" });
  expect(error.code === "invalid_input" && error.issues.map(({ path }) => path)).toContain("id");
  expect(sent).toEqual([]);
});

describe("the request of a custom operation", () => {
  const input = z.object({ id: z.string(), amount: z.any() });
  const money = { name: "refund", path: "/refunds/{id}", effect: "money", input, response: anything } as const;
  const read = { ...money, name: "list", effect: "read", method: "GET" } as const;

  test("has the body that `body` makes of the input", async () => {
    const { payments, sent } = responding(`{${success}}`);
    const body = ({ id, amount }: { id: string; amount?: unknown }) => ({ ref: id, lines: [{ amount }], none: null });
    const refund = defineOperation({ ...money, body });
    await payments.call(refund, { id: "1", amount: new Decimal("12345678901234567890.10") });
    expect(sent[0]?.body).toBe('{"ref":"1","lines":[{"amount":12345678901234567890.1}]}');
  });

  test("has the query that `query` makes of the input", async () => {
    const { payments, sent } = responding(`{${success}}`);
    const list = defineOperation({ ...read, query: ({ amount }) => ({ "min&max": "a b", amount, none: undefined }) });
    await payments.call(list, { id: "1", amount: exactNumber("1.50") });
    expect(sent[0]?.path).toBe("/refunds/1?min%26max=a+b&amount=1.50");
  });

  test("has no empty query, and a body for a read by POST", async () => {
    const { payments, sent } = responding(`{${success}}`);
    await payments.call(defineOperation(read), { id: "1", amount: null });
    const body = ({ amount }: { amount?: unknown }) => ({ amount });
    await payments.call(defineOperation({ ...read, method: "POST", body }), { id: "1", amount: "1" });
    expect(sent).toMatchObject([{ path: "/refunds/1" }, { path: "/refunds/1", body: '{"amount":"1"}' }]);
  });

  test.each<[what: string, amount: unknown]>([
    ["a list", ["1"]],
    ["half of a surrogate pair", "\udc5f"],
    ["a number that is not exact", 0.1 + 0.2],
  ])("never has %s in its query", async (_what, amount) => {
    const { payments, sent } = responding(`{${success}}`);
    const error = await errorOf(payments.call(defineOperation(read), { id: "1", amount }));
    expect(error).toMatchObject({ issues: [{ path: "amount", code: "wrong_type" }] });
    expect(sent).toEqual([]);
  });

  test.each<[what: string, body: () => unknown]>([
    ["a list", () => []],
    ["nothing", () => undefined],
    ["a promise", async () => ({})],
    ["a number that JSON lacks", () => ({ amount: Number.NaN })],
  ])("is not sent if `body` makes %s", async (_what, body) => {
    const { payments, sent } = responding(`{${success}}`);
    const error = await errorOf(payments.call(defineOperation({ ...money, body }), { id: "1", amount: "1" }));
    expect(error).toMatchObject({ code: "invalid_input", issues: [{ code: "unreadable" }] });
    expect(sent).toEqual([]);
  });
});

describe("a custom operation", () => {
  const operations = { read: findPayment, write: initializePayment, money: annulPayment };
  const inputs = { read: annulment, write: payment, money: annulment };
  const callOf = (payments: ReturnType<typeof clientOver>, effect: keyof typeof operations) =>
    payments.call(operations[effect] as typeof annulPayment, inputs[effect] as typeof annulment, { maxRetries: 0 });
  const pending = (response: string) => response.replace("SUCCESS", "PENDING");
  const rejection = '{"status":{"isSuccess":false,"errorNumber":3016,"statusKey":"PAYMENT_ANNULLED"}}';

  test.each(["read", "write", "money"] as const)("with the effect %s can be pending", async (effect) => {
    const response = { read: found, write: session, money: annulled }[effect];
    expect(await callOf(responding(pending(response)).payments, effect)).toMatchObject({ pending: true });
  });

  const harmless = "Nothing was changed by it: call it again.";
  const lookUp = "It may have been done. Look up what became";
  const doneBut = "The service says that it is done, but its";
  const store = "The money may have moved. Store this call";
  const empty = `{${success}}`;
  const lost = new Error("socket hang up");
  const expired = rejection.replace("PAYMENT_ANNULLED", "EXPIRED");

  type Ending = [effect: keyof typeof operations, what: string, response: string | Error, end: string, advice: string];
  test.each<Ending>([
    ["read", "an empty response", empty, "unexpected_response unknown", harmless],
    ["write", "an empty response", empty, "unexpected_response succeeded", doneBut],
    ["money", "an empty response", empty, "unexpected_response succeeded", doneBut],
    ["money", "an empty pending response", pending(empty), "unexpected_response unknown", store],
    ["read", "a page", "<html>", "unexpected_response unknown", harmless],
    ["write", "a page", "<html>", "unexpected_response unknown", lookUp],
    ["money", "a lost response", lost, "connection unknown", store],
    ["money", "a refused connection", failedFetch("connect ECONNREFUSED"), "connection not_sent", "Nothing reached"],
    ["money", "a rejection as released", rejection, "service_error unknown", store],
    ["read", "a rejection as released", rejection, "service_error rejected", "The service did not do it. Look at"],
    ["money", "an undeclared status key", expired, "service_error unknown", store],
    ["write", "another rejection", expired, "service_error rejected", "The service did not do it. Look at"],
  ])("with the effect %s has fitting advice after %s", async (effect, _what, response, end, advice) => {
    const error = await errorOf(callOf(responding(response).payments, effect));
    expect(`${error.code} ${error.outcome}`).toBe(end);
    expect(error.advice).toMatch(new RegExp(`^${advice}`));
  });

  test("has a result whose status and pending come from the service, whatever its schema returns", async () => {
    const response = z.object({}).transform(() => ({ status: "mine", pending: "mine", note: "kept" }));
    const operation = defineOperation({ name: "odd", path: "/odd", effect: "write", input: z.object({}), response });
    const result = await responding(`{${success}}`).payments.call(operation, {});
    expect(result).toEqual({ note: "kept", pending: false, status: expect.objectContaining({ statusKey: "SUCCESS" }) });
  });
});

describe("a retry", () => {
  const attempts: [what: string, first: string | Response | Error, code: string][] = [
    ["a lost response", new Error("socket hang up"), "connection"],
    ["a page under HTTP 503", new Response("<html>", { status: 503 }), "unexpected_response"],
    ["an internal error", '{"status":{"isSuccess":false,"statusKey":"INTERNAL_ERROR"}}', "service_error"],
  ];

  test.each(attempts)("is made of a read after %s", async (_what, first, code) => {
    vi.useFakeTimers();
    const { payments, sent, events } = responding(first, found);
    const call = payments.call(findPayment, annulment);
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ state: "open" });
    expect(sent).toHaveLength(2);
    const retry = { type: "retry", code };
    expect(events).toMatchObject([{ type: "request" }, retry, { type: "request" }, { type: "response" }]);
  });

  test.each(attempts)("is never made of a write after %s", async (_what, first) => {
    const { payments, sent } = responding(first, annulled);
    expect(await errorOf(payments.call(annulPayment, annulment))).toMatchObject({ outcome: "unknown" });
    expect(await errorOf(payments.call(initializePayment, payment))).toMatchObject({ outcome: "succeeded" });
    expect(sent).toHaveLength(2);
  });

  test("is made of a write that is proven unsent, and of a read at most maxRetries times", async () => {
    vi.useFakeTimers();
    const unsent = responding(failedFetch("connect ECONNREFUSED"), annulled);
    const annul = unsent.payments.call(annulPayment, annulment);
    const lost = responding(new Error("socket hang up"));
    const find = errorOf(lost.payments.call(findPayment, annulment, { maxRetries: 1 }));
    await vi.runAllTimersAsync();
    expect(await annul).toMatchObject({ pending: false });
    expect(await find).toMatchObject({ outcome: "unknown" });
    expect([unsent.sent.length, lost.sent.length]).toEqual([2, 2]);
  });

  test("is not made of a read that the service rejects, also after a lost response", async () => {
    vi.useFakeTimers();
    const { payments, sent } = responding(new Error("socket hang up"), rejected, found);
    const find = errorOf(payments.call(findPayment, annulment));
    await vi.runAllTimersAsync();
    expect(await find).toMatchObject({ code: "service_error", outcome: "rejected" });
    expect(sent).toHaveLength(2);
  });

  test("is not made of a read whose caller aborts, and its first error stays", async () => {
    stopTime(); // in the pause before the retry
    const controller = new AbortController();
    const { payments, sent, events } = responding(new Error("socket hang up"));
    const abort = () => events.some(({ type }) => type === "retry") && controller.abort();
    const call = errorOf(payments.call(findPayment, annulment, { signal: controller.signal }));
    await expect.poll(abort).not.toBe(false);
    expect(await call).toMatchObject({ code: "connection", outcome: "unknown" });
    expect(sent).toHaveLength(1);
  });

  test("that is not sent leaves a read unknown", async () => {
    vi.useFakeTimers();
    const { payments } = responding(new Error("socket hang up"), failedFetch("connect ECONNREFUSED"));
    const error = errorOf(payments.call(findPayment, annulment));
    await vi.runAllTimersAsync();
    expect(await error).toMatchObject({ code: "connection", outcome: "unknown" });
  });
});

test("the events of a custom operation name its method and the template of its path, and never the query", async () => {
  const { payments, events } = responding(found);
  await payments.call(findPayment, { transactionId, withHistory: true });
  await errorOf(payments.call(findPayment, { transactionId: "a secret" }));
  const call = { operation: "findPayment", method: "GET", route: "transactions/{transactionId}", transactionId };
  expect(events).toMatchObject([
    { type: "request", ...call },
    { type: "response", ...call, outcome: "succeeded" },
    { type: "failure", operation: "findPayment", method: undefined, route: undefined, code: "invalid_input" },
  ]);
});
