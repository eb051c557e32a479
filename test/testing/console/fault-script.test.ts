/** The console arms faults as a test in process does. */
import { type FakeFault, fault, type PaymentServer, startPaymentServer } from "merchant-payments/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newService } from "../../support/service-adapters.js";
import { post } from "./control-call.js";

let server: PaymentServer;
beforeEach(async () => {
  server = await startPaymentServer({ service: newService() });
});
afterEach(() => server.close());

const arm = (fields: object) => post(`${server.baseUrl}/_fake/faults`, { operation: "finalize", ...fields });

const emptyPage = { httpStatus: 502, contentType: null, body: "", committed: true };

test.each<[given: unknown, armed: FakeFault]>([
  ["loseResponse", fault.loseResponse()],
  [{ name: "drop" }, fault.drop()],
  [{ name: "stallBody" }, fault.stallBody()],
  [{ name: "truncate" }, fault.truncate()],
  [{ name: "incomplete" }, fault.incomplete()],
  ["late", fault.late()],
  [{ name: "late", afterMs: 60_000 }, fault.late(60_000)],
  [{ name: "duplicate" }, fault.duplicate()],
  [{ name: "duplicate", response: "second" }, fault.duplicate({ response: "second" })],
  [{ name: "stallHeaders" }, fault.stallHeaders()],
  [{ name: "stallHeaders", committed: false }, fault.stallHeaders({ committed: false })],
  [{ name: "delay", ms: 250 }, fault.delay(250)],
  [{ name: "delay" }, fault.delay(5000)],
  [{ name: "trickle", everyMs: 20 }, fault.trickle(20)],
  [{ name: "trickle" }, fault.trickle(500)],
  [{ name: "html" }, fault.html()],
  [{ name: "empty", committed: true }, fault.empty({ committed: true })],
  [{ name: "wrongEnvelope", committed: true }, fault.wrongEnvelope({ committed: true })],
  [{ name: "status" }, fault.status(503)],
  [{ name: "status", httpStatus: 418, envelope: true }, fault.status(418, { envelope: true })],
  [{ name: "error", statusKey: "HTTP_401", committed: true }, fault.error("HTTP_401", { committed: true })],
  [{ name: "response", body: "[]" }, fault.response({ body: "[]" })],
  [{ name: "response", ...emptyPage }, fault.response(emptyPage)],
])("the console arms the fault %j", async (given, armed) => {
  expect((await arm({ fault: given })).status).toBe(200);
  expect(server.service.faults.armed).toEqual([{ id: 1, when: "next", operation: "finalize", fault: armed }]);
});

test("the console arms faults for every nth call, at random, and for one order", async () => {
  const only = { orderNumber: "ORDER-1001" };
  await arm({ when: "next", fault: "drop", only: { orderId: "1", transactionId: "2" } });
  await arm({ when: "every", n: 3, fault: "drop", only });
  const faults = ["drop", { name: "status", httpStatus: 429 }];
  await post(`${server.baseUrl}/_fake/faults`, { when: "random", seed: 7, rate: 0.25, faults, only });
  const random = await arm({ when: "random", seed: 8, rate: 1, faults: ["drop"] });
  const armed = [
    { id: 1, when: "next", operation: "finalize", fault: "drop", only: { orderId: "1", transactionId: "2" } },
    { id: 2, when: "every", n: 3, operation: "finalize", fault: "drop", only },
    { id: 3, when: "random", seed: 7, rate: 0.25, faults: ["drop", "status 429"], only },
    { id: 4, when: "random", seed: 8, rate: 1, faults: ["drop"], operation: "finalize" },
  ];
  expect(random).toEqual({ status: 200, response: { armed } });
  const left = await post(`${server.baseUrl}/_fake/disarm`, { id: 3 });
  expect(left).toEqual({ status: 200, response: { armed: armed.filter(({ id }) => id !== 3) } });
});

test.each<[fields: object, error: string]>([
  [{ fault: "refuse" }, "faults: fault must be one of drop, loseResponse, truncate"],
  [{ fault: "__proto__" }, "faults: fault must be one of drop"],
  [{ fault: {} }, "faults: fault is required: add it, as one of drop"],
  [{}, "faults: fault must be a name, or an object with a name and its parameters"],
  [{ fault: ["drop"] }, "faults: fault must be a name, or an object"],
  [{ fault: { name: "drop", ms: 5 } }, "fault drop: ms is not a known key"],
  [{ fault: { name: "delay", ms: "5" } }, "fault.delay: ms must be 0 or more"],
  [{ fault: { name: "late", afterMs: -5 } }, "fault.late: afterMs must be 0 or more"],
  [{ fault: { name: "status", httpStatus: 42 } }, "fault.status: httpStatus must be 200 to 599"],
  [{ fault: { name: "error" } }, "fault.error: statusKey is required: add it, as one of INTERNAL_ERROR"],
  [{ fault: { name: "response", body: null } }, "fault.response: body is required: add it, as a string"],
  [{ fault: { name: "response", body: 5 } }, "fault.response: body must be a string"],
  [{ fault: { name: "duplicate", response: "third" } }, "fault.duplicate: response must be one of first, second"],
  [{ fault: "drop", when: "sometimes" }, "when must be one of next, every, random"],
  [{ fault: "drop", when: "every" }, "faults: n must be a number"],
  [{ fault: "drop", when: "every", n: 0 }, "every: n must be a whole number, 1 or more."],
  [{ fault: "drop", n: 2 }, "faults: n is not a known key"],
  [{ fault: "drop", only: "1" }, "faults: only must be an object with the keys orderId, transactionId, orderNumber"],
  [{ fault: "drop", only: { order: "1" } }, "faults: only.order is not a known key: did you mean orderId?"],
  [{ when: "random", seed: 1, rate: 1, faults: "drop" }, "faults: faults must be an array"],
  [{ when: "random", seed: 1, rate: 2, faults: ["drop"] }, "rate must be a share, 0 to 1"],
])("the console does not arm %j", async (fields, error) => {
  expect(await arm(fields)).toEqual({ status: 400, response: { error: expect.stringContaining(error) } });
  expect(server.service.faults.armed).toEqual([]);
});
