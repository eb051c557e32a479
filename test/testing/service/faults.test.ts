import { responseOf, toResult } from "merchant-payments";
import {
  type FakeFault,
  type FakePaymentService,
  type FaultResponse,
  type FaultTiming,
  fault,
} from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { errorOf } from "../../support/client.js";
import {
  adapters,
  cardAuthorization,
  fetchAdapter,
  type OpenAdapter,
  post,
  serverAdapter,
} from "../../support/service-adapters.js";
import { passTime, stopTime } from "../../support/time.js";

const order = { orderNumber: "ORDER-1002", totalAmount: "80.00", currencyCode: "SEK" };
const half = /^\{"status":\{"isSuccess":true,.*[^}]$/;
const news = '{"status":{"isSuccess":false,"errorNumber":4711,"statusKey":"NEWS","statusMessage":""}}';
const plain = { contentType: "text/plain; charset=utf-8", body: "Åter klockan tolv" };

const atThisTime = "The operation could not be completed at this time.";

type Strange = readonly [name: string, armed: (timing?: FaultTiming) => FakeFault, end: string];
const strange: readonly Strange[] = [
  ["html", fault.html, "unexpected_response unknown 200 text/html <!doctype html><p>Welcome</p>"],
  ["empty", fault.empty, "unexpected_response unknown 200"],
  ["wrongEnvelope", fault.wrongEnvelope, 'unexpected_response unknown 200 application/json {"result":"ok"}'],
  ["status 502", (timing) => fault.status(502, timing), "unexpected_response unknown 502"],
  ["status 500 with envelope", envelope(500), "service_error unknown 500 HTTP_500 -3 HTTP 500"],
  ["error INTERNAL_ERROR", internalError, `service_error unknown 200 INTERNAL_ERROR -1 ${atThisTime}`],
  ["response 503", response({ httpStatus: 503, ...plain }), `unexpected_response unknown 503 text/plain ${plain.body}`],
  ["response 200", response({ body: news }), "service_error unknown 200 NEWS 4711 "],
  ["response 200", response({ body: "{}", contentType: null }), "unexpected_response unknown 200 {}"],
];

describe.each(adapters)("a fault through $name", ({ open }) => {
  test.each<[record: string, armed: FakeFault, end: string, captured: number]>([
    ["drop: nothing", fault.drop(), "connection unknown", 0],
    ["loseResponse: SUCCESS, lost", fault.loseResponse(), "connection unknown", 1],
    ["delay: SUCCESS", fault.delay(5), "SUCCESS", 1],
    ["trickle: SUCCESS", fault.trickle(1), "SUCCESS", 1],
    ["duplicate: SUCCESS; duplicate: PAYMENT_COMPLETED, lost", fault.duplicate(), "SUCCESS", 1],
  ])("is recorded: %s", async (record, armed, end, captured) => {
    await using adapter = await open();
    expect(await capture(adapter, armed)).toBe(end);
    expect(adapter.service.finalizations).toHaveLength(captured);
    expect(recorded(adapter)).toBe(record);
  });

  test.each<[record: string, armed: FakeFault, captured: number]>([
    ["delay: SUCCESS, lost", fault.delay(60_000), 1],
    ["trickle: SUCCESS, lost", fault.trickle(60_000), 1],
    ["stallHeaders: SUCCESS, lost", fault.stallHeaders(), 1],
    ["stallHeaders, not committed: nothing", fault.stallHeaders({ committed: false }), 0],
    ["stallBody: SUCCESS, lost", fault.stallBody(), 1],
  ])("is too late for the caller: %s", async (record, armed, captured) => {
    stopTime();
    await using adapter = await open();
    const transactionId = cardAuthorization(adapter.service);
    adapter.service.faults.next("finalize", armed);
    const called = nextChange(adapter.service);
    const end = finalize(adapter, transactionId, "125.00");
    await called;
    await passTime(10_000);
    expect(await end).toBe("timeout unknown");
    expect(adapter.service.finalizations).toHaveLength(captured);
    await expect.poll(() => recorded(adapter)).toBe(record);
  });

  test.each(strange)("does nothing: %s", async (name, armed, end) => {
    await using adapter = await open();
    expect(await capture(adapter, armed())).toBe(end);
    expect(adapter.service.finalizations).toEqual([]);
    expect(recorded(adapter)).toBe(`${name}: nothing`);
  });

  test.each(strange)("does the work without telling the caller: %s, committed", async (name, armed, end) => {
    await using adapter = await open();
    expect(await capture(adapter, armed({ committed: true }))).toBe(end);
    expect(adapter.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(recorded(adapter)).toBe(`${name}, committed: SUCCESS, lost`);
  });

  test("of a status decides the outcome of one request", async () => {
    await using adapter = await open();
    expect(await ends(adapter, (httpStatus) => fault.status(httpStatus), httpStatuses)).toEqual(
      "200 unknown, 202 unknown, 204 unknown, 205 unknown, 302 unknown, 304 unknown, 400 rejected, 401 rejected, " +
        "404 rejected, 408 unknown, 421 unknown, 429 rejected, 500 unknown, 599 unknown",
    );
    expect(adapter.service.requests).toHaveLength(httpStatuses.length);
    expect(await ends(adapter, (httpStatus) => envelope(httpStatus)(), [200, 400, 408, 409, 429, 503])).toEqual(
      "200 unknown, 400 rejected, 408 unknown, 409 unknown, 429 rejected, 503 unknown",
    );
  });

  test("of an error can be every rejection of the service's catalogue", async () => {
    await using adapter = await open();
    for (const [key, errorNumber, outcome] of catalogue) {
      adapter.service.faults.next("createOrder", fault.error(key));
      const rejection = { code: "service_error", outcome, httpStatus: 200, errorNumber, statusKey: key };
      expect(await errorOf(adapter.payments.createOrder(order))).toMatchObject(rejection);
    }
    expect(adapter.service.orders).toEqual([]);
  });

  test("loseResponse also loses a rejection, and the same call again shows what was done", async () => {
    await using adapter = await open();
    const transactionId = cardAuthorization(adapter.service);
    adapter.service.faults.next("finalize", fault.loseResponse());
    adapter.service.faults.next("finalize", fault.loseResponse());
    expect(await finalize(adapter, transactionId, "125.01")).toBe("connection unknown");
    expect(await finalize(adapter, transactionId, "125.00")).toBe("connection unknown");
    expect(await finalize(adapter, transactionId, "125.00")).toMatch(
      "service_error unknown 200 PAYMENT_COMPLETED 3007",
    );
    expect(recorded(adapter)).toBe(
      "loseResponse: FINALIZE_AMT_EXCEEDED, lost; loseResponse: SUCCESS, lost; PAYMENT_COMPLETED",
    );
  });

  test("incomplete does the work, and the caller knows it without the transaction", async () => {
    await using adapter = await open();
    expect(await capture(adapter, fault.incomplete())).toMatch(
      /^unexpected_response succeeded 200 application\/json .*}}$/,
    );
    expect(adapter.service.finalizations).toHaveLength(1);
    adapter.service.faults.next("createOrder", fault.incomplete());
    const made = await errorOf(adapter.payments.createOrder(order));
    expect(made).toMatchObject({ outcome: "succeeded", httpStatus: 201 });
    expect(responseOf(made)?.body).not.toContain("orderId");
    expect(adapter.service.orders).toMatchObject([{}, { orderNumber: "ORDER-1002" }]);
  });

  test("incomplete leaves a rejection one, without the balance", async () => {
    await using adapter = await open();
    const transactionId = cardAuthorization(adapter.service);
    adapter.service.faults.next("finalize", fault.incomplete());
    const rejected = await errorOf(adapter.payments.finalize({ transactionId, totalAmount: "125.01" }));
    expect(rejected).toMatchObject({ outcome: "unknown", statusKey: "FINALIZE_AMT_EXCEEDED" });
    expect(rejected).not.toHaveProperty("finalization");
  });

  test("duplicate finalizes a part twice, creates an order twice, and delivers the first response", async () => {
    await using adapter = await open();
    adapter.service.faults.next("createOrder", fault.duplicate());
    const { orderId } = await adapter.payments.createOrder(order);
    expect(adapter.service.orders).toMatchObject([{ orderId, ...order }, order]);
    const { transactionId } = adapter.service.authorize(orderId, { paymentMethod: "other" });
    adapter.service.faults.next("finalize", fault.duplicate());
    const first = await adapter.payments.finalize({ transactionId, totalAmount: "30.00" });
    expect(first.amountRemainingForFinalize.toFixed(2)).toBe("50.00");
    expect(adapter.service.authorizations).toMatchObject([{ amountRemainingForFinalize: "20.00" }]);
  });

  test("stallBody leaves half of the body on the error", async () => {
    stopTime();
    await using adapter = await open();
    adapter.service.faults.next("createOrder", fault.stallBody());
    const called = nextChange(adapter.service);
    const failure = errorOf(adapter.payments.createOrder(order));
    await called;
    await passTime(10_000);
    expect(responseOf(await failure)).toMatchObject({ httpStatus: 201, body: expect.stringMatching(half) });
  });
});

test.each([fetchAdapter, serverAdapter])("truncate, through $name, delivers half of the response", async ({ open }) => {
  await using adapter = await open();
  adapter.service.faults.next("createOrder", fault.truncate());
  const error = await errorOf(adapter.payments.createOrder(order));
  expect(error).toMatchObject({ code: "connection", outcome: "unknown" });
  expect(responseOf(error)).toMatchObject({ httpStatus: 201, body: expect.stringMatching(half) });
  expect(adapter.service.orders).toHaveLength(1);
  expect(recorded(adapter)).toBe("truncate: SUCCESS, lost");
});

test("refuse, through service.fetch, sends nothing, so that the client tries again", async () => {
  await using adapter = await fetchAdapter.open();
  expect(await capture(adapter, fault.refuse())).toBe("connection not_sent");
  expect([adapter.service.requests, adapter.service.finalizations]).toEqual([[], []]);
  adapter.service.faults.next("createOrder", fault.refuse());
  expect(responseOf(await adapter.payments.createOrder(order, { maxRetries: 1 }))?.attempts).toBe(2);
  expect(adapter.service.requests).toHaveLength(1);
});

test.each(adapters)("a broken connection looks to a caller of $name as it does with Node", async ({ name, open }) => {
  await using adapter = await open();
  const socketClosed = name === "MSW" ? {} : { cause: { name: "SocketError", code: "UND_ERR_SOCKET" } };
  for (const armed of [fault.drop(), fault.loseResponse()]) {
    adapter.service.faults.next("createOrder", armed);
    const call = adapter.fetch(`${adapter.baseUrl}/orders/create/ORDER-1002/80.00/SEK`, post);
    await expect(call).rejects.toMatchObject({ name: "TypeError", ...socketClosed });
  }
});

test.each<[string, () => FakeFault]>([
  ["fault.response: httpStatus must be 200 to 599", response({ httpStatus: 199, body: "" })],
  ["fault.status: httpStatus must be 200 to 599", () => fault.status(600)],
  ["fault.status: httpStatus must be 200 to 599", () => fault.status(200.5)],
  ["fault.status: httpStatus must be 200 to 599", () => fault.status(Number.NaN)],
  ["A response with the status 204 carries no body.", response({ httpStatus: 204, body: "{}" })],
  ["A response with the status 205 carries no body.", () => fault.status(205, { envelope: true })],
  ["A response with the status 304 carries no body.", () => fault.status(304, { envelope: true })],
  ["fault.response: body is required: add it, as a string", response({} as FaultResponse)],
  ["fault.response: contentType must be printable ASCII, or null", response({ contentType: "a\r\nb", body: "" })],
  ["fault.response: contentType must be printable ASCII, or null", response({ contentType: "ålder", body: "" })],
  ["fault.response: contentType must be printable ASCII, or null", response({ contentType: "", body: "" })],
])("a fault with a response that HTTP cannot carry throws: %s", (message, makeFault) => {
  expect(makeFault).toThrow(new TypeError(message));
});

const httpStatuses = [200, 202, 204, 205, 302, 304, 400, 401, 404, 408, 421, 429, 500, 599];

const catalogue = [
  ["INTERNAL_ERROR", -1, "unknown"],
  ["VALIDATION_ERROR", -2, "rejected"],
  ["HTTP_401", -3, "rejected"],
  ["HTTP_404", -3, "rejected"],
  ["HTTP_405", -3, "rejected"],
  ["HTTP_500", -3, "unknown"],
  ["MERCHANT_ACCT_READ_ONLY", 1000, "rejected"],
  ["CUST_ACCT_NOT_ELIGIBLE", 1001, "rejected"],
  ["CUST_PROF_NOT_FOUND", 2000, "rejected"],
  ["CUST_CARD_NOT_FOUND", 2001, "rejected"],
  ["ORDER_NOT_FOUND", 3000, "rejected"],
  ["LINE_ITEMS_NOT_ALLOWED", 3001, "rejected"],
  ["FINALIZE_AMT_EXCEEDED", 3002, "rejected"],
  ["LINE_ITEMS_REQUIRED", 3003, "rejected"],
  ["PAYMENT_COMPLETED", 3007, "rejected"],
  ["PAYMENT_ANNULLED", 3016, "rejected"],
] as const;

function envelope(httpStatus: number) {
  return (timing?: FaultTiming) => fault.status(httpStatus, { envelope: true, ...timing });
}

function internalError(timing?: FaultTiming): FakeFault {
  return fault.error("INTERNAL_ERROR", timing);
}

function response(given: FaultResponse) {
  return (timing?: FaultTiming) => fault.response({ ...given, ...timing });
}

/** How the capture of an authorized card ends for the client with this fault. */
function capture(adapter: OpenAdapter, armed: FakeFault): Promise<string> {
  const transactionId = cardAuthorization(adapter.service);
  adapter.service.faults.next("finalize", armed);
  return finalize(adapter, transactionId, "125.00");
}

function nextChange(service: FakePaymentService): Promise<void> {
  return new Promise((resolve) => {
    service.subscribe(() => resolve());
  });
}

async function finalize(adapter: OpenAdapter, transactionId: string, totalAmount: string): Promise<string> {
  const result = await toResult(adapter.payments.finalize({ transactionId, totalAmount }, { maxRetries: 0 }));
  if (result.ok) return result.value.status.statusKey;
  const { error } = result;
  const words: unknown[] = [error.code, error.outcome];
  if (error.code === "unexpected_response") words.push(error.httpStatus, error.contentType, responseOf(error)?.body);
  if (error.code === "service_error") {
    words.push(error.httpStatus, error.statusKey, error.errorNumber, error.statusMessage);
    return words.join(" ");
  }
  return words.filter((word) => word !== undefined && word !== "").join(" ");
}

async function ends(adapter: OpenAdapter, faultOf: (httpStatus: number) => FakeFault, statuses: readonly number[]) {
  const all = [];
  for (const httpStatus of statuses) {
    adapter.service.faults.next("createOrder", faultOf(httpStatus));
    const error = await errorOf(adapter.payments.createOrder(order));
    all.push(`${"httpStatus" in error ? error.httpStatus : error.code} ${error.outcome}`);
  }
  return all.join(", ");
}

/** The requests that the service recorded: the fault, the response, and whether the response was lost. */
function recorded({ service }: OpenAdapter): string {
  const inShort = service.requests.map(({ fault: struck, response: own, delivered }) => {
    const responded = `${own?.statusKey ?? "nothing"}${own === undefined || delivered ? "" : ", lost"}`;
    return struck === undefined ? responded : `${struck}: ${responded}`;
  });
  return inShort.join("; ");
}
