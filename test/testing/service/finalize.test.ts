import { responseOf } from "merchant-payments";
import type { FakePaymentMethod, FakePaymentService } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { clientOfFake, order as simple } from "../../support/client.js";
import { authorizedService, succeeded } from "../../support/service-adapters.js";

const transactionId = "202603040000000001";
const lines = [{ totalLineAmount: "100.00" }, { totalLineAmount: "25.00" }];
const parties = { billTo: {}, customer: { customerId: "7" } };
const detailed = { ...simple, ...parties, lineitems: lines, orderDescription: "Shoes" };

test("a card is captured, and the finalization is recorded", () => {
  const service = authorized("card");
  const [order] = service.orders;
  expect(service.finalize({ orderId: order?.orderId, transactionId, totalAmount: "125.00" })).toEqual({
    status: succeeded,
    transactionId: "202603040000000002",
    batchId: "20260304",
    acquirerId: "1010",
    canFinalizeAgain: false,
    amountRemainingForFinalize: "0.00",
    totalAmountFinalized: "125.00",
    totalAmountPendingFinalization: "0.00",
  });
  const ids = { transactionId: "202603040000000002", authorizationId: transactionId, orderId: order?.orderId };
  const facts = { totalAmount: "125.00", lineItems: [], pending: false, batchId: "20260304" };
  expect(service.finalizations).toEqual([{ ...ids, ...facts }]);
});

// A finalization in short: its amount, and the amounts of its line items if it has any. Then the service's response and
// the balance of the authorization: what is left, what is finalized, and what is pending if anything is.
describe("a sequence of finalizations", () => {
  test.each<[method: FakePaymentMethod, what: string, order: object, steps: readonly string[]]>([
    ["card", "closed by less", simple, ["100.00: SUCCESS 0.00/100.00", "25.00: 3007 0.00/100.00"]],
    ["card", "more than was authorized", simple, ["125.01: 3002 125.00/0.00"]],
    ["invoice", "the full amount, once", detailed, ["125.00: SUCCESS 0.00/125.00", "125.00: 3007 0.00/125.00"]],
    ["installments", "a part", detailed, ["100.00 of 100.00: -2 125.00/0.00", "125.00: SUCCESS 0.00/125.00"]],
    ["internet_bank", "finalized when it was paid", simple, ["125.00: 3007 0.00/125.00"]],
    ["swish", "parts", simple, ["0.10: SUCCESS 124.90/0.10", "0.2: SUCCESS 124.70/0.30", "124.71: 3002 124.70/0.30"]],
    ["other", "parts", simple, ["0.1: SUCCESS 124.90/0.10", "124.90: SUCCESS 0.00/125.00", "0.01: 3007 0.00/125.00"]],
    ["other", "20 digits", of("123456789012345678.90"), ["0.01: SUCCESS 123456789012345678.89/0.01"]],
    ["other", "four decimals", of("1.0000"), ["0.5: SUCCESS 0.5000/0.50"]],
    ["paypal", "lines", detailed, ["100.00 of 75.00 25.00: SUCCESS 25.00/100.00", "25.00: 3003 25.00/100.00"]],
    ["paypal", "lines left out", detailed, ["100.00: 3003 125.00/0.00", "125.00: SUCCESS 0.00/125.00"]],
    ["other", "lines of an order without", simple, ["125.00 of 125.00: 3001 125.00/0.00"]],
    ["other", "annulled", simple, ["25.00: SUCCESS 100.00/25.00", "annul", "25.00: 3016 0.00/25.00"]],
  ])("by %s has these responses: %s", (method, _what, order, steps) => {
    expect(played(authorized(method, order), steps)).toEqual(steps);
  });

  test.each([
    [["100.00: PENDING 25.00/0.00/100.00", "complete", "25.00: PENDING 0.00/100.00/25.00"]],
    [["125.00: PENDING 0.00/0.00/125.00", "0.01: 3002 0.00/0.00/125.00", "complete", "0.01: 3007 0.00/125.00"]],
  ])("stays pending until it is completed: %j", (steps) => {
    expect(played(authorized("swish", simple, { pending: true }), steps)).toEqual(steps);
  });
});

describe("a line item of a partial capture", () => {
  const lineitems = [
    { id: "1", articleNumber: "A-17", totalLineAmount: "100.00" },
    { Id: 2, totalLineAmount: "25.00" },
  ];

  test.each([
    [{ id: "1" }, undefined],
    [{ articleNumber: "A-17" }, undefined],
    [{ id: "1", articleNumber: "B-1" }, undefined], // the id decides
    [{ name: "Shoes" }, undefined],
    [{ id: "3" }, "LineItems[0].Id is on no line of the order."],
    [{ articleNumber: "A-18" }, "LineItems[0].ArticleNumber is on no line of the order."],
  ])("%j leads to this message: %s", (line, message) => {
    const service = authorized("paypal", { ...detailed, lineitems });
    const lineItems = [{ ...line, totalLineAmount: "10.00" }];
    const { status } = service.finalize({ transactionId, totalAmount: "10.00", lineItems });
    expect(status.errors?.[0]?.message).toBe(message);
  });
});

describe("a line item that was finalized before", () => {
  const lineitems = [
    { id: "1", articleNumber: "A-17", totalLineAmount: "60.00" },
    { id: "2", articleNumber: "A-18", totalLineAmount: "80.00" },
    { id: "3", articleNumber: "VOUCHER", totalLineAmount: "-15.00" },
  ];
  type Line = Readonly<Record<"id" | "articleNumber" | "name", string>>;
  const part = (line: Partial<Line>, totalLineAmount: string) => [{ ...line, totalLineAmount }];
  const beforeAndNow = (earlier: object[], now: object[], options: object = {}) => {
    const service = authorized("other", { ...detailed, lineitems }, {}, options);
    const finalize = (lineItems: object[], totalAmount: string) =>
      service.finalize({ transactionId, totalAmount, lineItems }).status;
    expect(finalize(earlier, "50.00").isSuccess).toBe(true);
    return finalize(now, "20.00").errors?.[0]?.message;
  };

  const article = { articleNumber: "A-17" };
  const byArticle = "LineItems[0].ArticleNumber was finalized before, 50.00 of its 60.00.";

  test.each([
    [{ id: "1" }, { id: "1" }, "LineItems[0].Id was finalized before, 50.00 of its 60.00."],
    [article, { id: "1" }, undefined], // nothing says that it was line 1
    [article, article, byArticle],
    [{ id: "1", ...article }, article, byArticle],
  ])("%j, and then %j, leads to this message: %s", (earlier, now, message) => {
    expect(beforeAndNow(part(earlier, "50.00"), part(now, "20.00"))).toBe(message);
  });

  test("counts with all of its parts, in each finalization", () => {
    const twice = [...part({ id: "1" }, "5.00"), ...part({ id: "1" }, "15.00")];
    expect(beforeAndNow(part({ id: "1" }, "50.00"), twice)).toMatch("finalized before, 50.00 of its 60.00.");
  });

  test("may be a discount, which is given once", () => {
    const discounted = (total: string) => [...part({ id: "2" }, total), ...part({ id: "3" }, "-15.00")];
    expect(beforeAndNow(discounted("65.00"), discounted("35.00"))).toBe(
      "LineItems[0].Id was finalized before, 65.00 of its 80.00.",
    );
    expect(beforeAndNow(discounted("65.00"), [...part({ id: "1" }, "35.00"), ...part({ id: "3" }, "-15.00")])).toBe(
      "LineItems[1].Id was finalized before, -15.00 of its -15.00.",
    );
  });

  test("counts in every authorization of its order", () => {
    const service = authorized("other", { ...detailed, lineitems }, { authorizedAmount: "60.00" });
    const [order] = service.orders;
    const second = service.authorize(order?.orderId ?? "", { paymentMethod: "other", authorizedAmount: "65.00" });
    service.finalize({ transactionId, totalAmount: "60.00", lineItems: part({ id: "1" }, "60.00") });
    const again = { ...second, totalAmount: "60.00", lineItems: part({ id: "1" }, "60.00") };
    expect(service.finalize(again).status.errors?.[0]?.message).toBe(
      "LineItems[0].Id was finalized before, 60.00 of its 60.00.",
    );
  });
});

test("an authorization is named by its transaction, and by its order in either case, or is not found", () => {
  const service = authorized("other");
  const orderId = service.orders[0]?.orderId.toUpperCase();
  const { orderId: other } = service.createOrder({ ...simple, orderNumber: "ORDER-1002" });
  const part = { transactionId, totalAmount: "1.00" };
  expect(service.finalize(part).status.isSuccess).toBe(true);
  expect(service.finalize({ orderId, ...part }).status.isSuccess).toBe(true);
  const notFound = { status: expect.objectContaining({ errorNumber: 3000, statusKey: "ORDER_NOT_FOUND" }) };
  expect(service.finalize({ ...part, transactionId: "202603040000000009" })).toEqual(notFound);
  expect(service.finalize({ orderId: other, ...part })).toEqual(notFound);
});

test.each([
  ["transactionId", undefined, "TransactionId is required."],
  ["transactionId", "2026030400000000001", "TransactionId must be 18 characters long."],
  ["orderId", "ORDER-1001", "OrderId is not in the right format."],
  ["totalAmount", undefined, "TotalAmount is required."],
  ["totalAmount", "0.00", "TotalAmount must be more than 0."],
  ["totalAmount", "1.999", "TotalAmount must have no more decimals than SEK has, 2."],
  ["lineItems", "all", "LineItems must be a collection."],
])("a finalization is rejected with its %s: %j", (field, value, message) => {
  const { status } = authorized("card").finalize({ transactionId, totalAmount: "125.00", [field]: value });
  expect(status).toMatchObject({ errorNumber: -2, statusKey: "VALIDATION_ERROR", errors: [{ message }] });
});

test.each([
  ["an object", { mode: "ACTIVE", result: "APPROVED" }, { mode: "ACTIVE", result: "APPROVED" }],
  ["text with an object", '{"mode":"ACTIVE","result":"APPROVED"}', { mode: "ACTIVE", result: "APPROVED" }],
  ["other text", "APPROVED", { text: "APPROVED" }],
])(
  "a success has the risk assessment that is configured, as %s, and the client reads it",
  async (_how, given, read) => {
    const configured = structuredClone(given);
    const service = authorized("card", simple, {}, { riskAssessment: configured });
    if (typeof configured === "object") configured.result = "DECLINED"; // too late
    expect(service.finalize({ transactionId, totalAmount: "999.00" })).not.toHaveProperty("riskAssessment");
    const result = await clientOfFake(service).finalize({ transactionId, totalAmount: "125.00" });
    expect(result.riskAssessment).toStrictEqual(read);
    expect(JSON.parse(responseOf(result)?.body ?? "")).toMatchObject({ riskAssessment: given });
  },
);

const authorized = (paymentMethod: FakePaymentMethod, order: object = simple, payment = {}, options = {}) =>
  authorizedService({ paymentMethod, ...payment }, order, options);

/** The steps with the responses of the service. */
function played(service: FakePaymentService, steps: readonly string[]): string[] {
  return steps.map((step) => {
    const [request = ""] = step.split(":");
    if (request === "annul") service.annul(transactionId);
    else if (request === "complete") service.completePending(transactionId);
    else return `${request}: ${responseTo(service, request)}`;
    return request;
  });
}

function responseTo(service: FakePaymentService, request: string): string {
  const [totalAmount, lines] = request.split(" of ");
  const lineItems = lines?.split(" ").map((totalLineAmount) => ({ totalLineAmount }));
  const { status, ...figures } = service.finalize({ transactionId, totalAmount, ...(lineItems && { lineItems }) });
  const { amountRemainingForFinalize: left, totalAmountFinalized, totalAmountPendingFinalization: pending } = figures;
  expect(figures.canFinalizeAgain).toBe(left !== "0.00");
  const said = status.isSuccess ? status.statusKey : status.errorNumber;
  return `${said} ${left}/${totalAmountFinalized}${pending === "0.00" ? "" : `/${pending}`}`;
}

function of(totalAmount: string) {
  return { ...simple, totalAmount };
}
