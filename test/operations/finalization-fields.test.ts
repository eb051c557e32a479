import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { refusedFinalization, sentFinalization } from "../support/stub-client.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
const path = "/api/transactions/201409251527280673/finalize/125.00";

describe("transactionId", () => {
  test("of 18 characters", async () => {
    expect(await sentFinalization(finalization)).toEqual({ path, body: "" });
    expect(await sentFinalization({ ...finalization, transactionId: "ABCDEFGHIJKLMNOPQR" })).toEqual({
      path: "/api/transactions/ABCDEFGHIJKLMNOPQR/finalize/125.00",
      body: "",
    });
  });

  test("of 17 and of 19 characters", async () => {
    expect(await refusedFinalization({ ...finalization, transactionId: "20140925152728067" })).toEqual([
      {
        path: "transactionId",
        code: "too_short",
        message: "transactionId must be exactly 18 characters long and has 17: lengthen it",
      },
    ]);
    expect(await refusedFinalization({ ...finalization, transactionId: "2014092515272806731" })).toEqual([
      {
        path: "transactionId",
        code: "too_long",
        message: "transactionId must be exactly 18 characters long and has 19: shorten it",
      },
    ]);
  });

  test("as a number, which has lost digits already", async () => {
    expect(await refusedFinalization({ ...finalization, transactionId: 201409251527280670 })).toEqual([
      { path: "transactionId", code: "wrong_type", message: "transactionId must be a string" },
    ]);
  });

  test("as a bigint", async () => {
    expect(await refusedFinalization({ ...finalization, transactionId: 201409251527280673n })).toEqual([
      {
        path: "transactionId",
        code: "unreadable",
        message: "transactionId must be a JSON value, not a bigint: convert it to text or leave it out",
      },
    ]);
  });

  test("missing", async () => {
    expect(await refusedFinalization({ totalAmount: "125.00" })).toEqual([
      { path: "transactionId", code: "required", message: "transactionId is required: add it, as a string" },
    ]);
  });
});

describe("orderId", () => {
  test.each([
    "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
    "CF3BF1AC-6A15-4EBF-A95D-9F2B9D9F7F6A",
    "00000000-0000-0000-0000-000000000001",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ])("%s", async (orderId) => {
    expect(await sentFinalization({ ...finalization, orderId })).toEqual({
      path: `/api/orders/${orderId}/transactions/201409251527280673/finalize/125.00`,
      body: "",
    });
  });

  test("undefined is as good as absent", async () => {
    expect(await sentFinalization({ ...finalization, orderId: undefined })).toEqual({ path, body: "" });
  });

  test.each([
    "00000000-0000-0000-0000-000000000000",
    "cf3bf1ac6a154ebfa95d9f2b9d9f7f6a",
    "{cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a}",
    "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6",
    "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a\n",
    "gf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
    "",
    "..",
  ])("%j", async (orderId) => {
    expect(await refusedFinalization({ ...finalization, orderId })).toEqual([
      {
        path: "orderId",
        code: "bad_format",
        message: "orderId must be a GUID with dashes, as the service gave it, and not the all-zero one",
      },
    ]);
  });

  test("null", async () => {
    expect(await refusedFinalization({ ...finalization, orderId: null })).toEqual([
      {
        path: "orderId",
        code: "wrong_type",
        message: "orderId must be a string, not null: give one, or leave it out if it is optional",
      },
    ]);
  });
});

describe("totalAmount", () => {
  test.each([
    ["0.01", "0.01"],
    ["12345678901234567.80", "12345678901234567.80"],
    [125.5, "125.5"],
    [new Decimal("125.50"), "125.5"],
  ])("%s", async (totalAmount, text) => {
    expect(await sentFinalization({ ...finalization, totalAmount })).toEqual({
      path: `/api/transactions/201409251527280673/finalize/${text}`,
      body: "",
    });
  });

  test.each(["0", "0.00", "-125.00"])("%s is not greater than 0", async (totalAmount) => {
    expect(await refusedFinalization({ ...finalization, totalAmount })).toEqual([
      { path: "totalAmount", code: "not_positive", message: "totalAmount must be greater than 0" },
    ]);
  });

  test("with three decimals", async () => {
    expect(await refusedFinalization({ ...finalization, totalAmount: "125.000" })).toEqual([
      {
        path: "totalAmount",
        code: "too_many_decimals",
        message:
          "totalAmount must have at most 2 decimals, trailing zeros counted: round it, or set amountDecimals if the service takes more",
      },
    ]);
    expect(await sentFinalization({ ...finalization, totalAmount: "125.000" }, {}, { amountDecimals: 3 })).toEqual({
      path: "/api/transactions/201409251527280673/finalize/125.000",
      body: "",
    });
  });

  test("missing", async () => {
    expect(await refusedFinalization({ transactionId: "201409251527280673" })).toEqual([
      {
        path: "totalAmount",
        code: "required",
        message: 'totalAmount is required: add it, as decimal text like "125.00"',
      },
    ]);
  });
});

describe("lineItems", () => {
  test("add up to the total", async () => {
    const lineItems = [{ totalLineAmount: "100.00" }, { totalLineAmount: "25.00", color: "red" }];
    expect(await sentFinalization({ ...finalization, lineItems })).toEqual({
      path,
      body: '{"lineItems":[{"totalLineAmount":100.00},{"totalLineAmount":25.00,"color":"red"}]}',
    });
  });

  test("do not add up to the total", async () => {
    expect(await refusedFinalization({ ...finalization, lineItems: [{ totalLineAmount: "100.00" }] })).toEqual([
      {
        path: "totalAmount",
        code: "amount_mismatch",
        message: "totalAmount must equal the sum of the line items' totalLineAmount and does not: correct one of them",
      },
    ]);
  });

  test("with an id twice", async () => {
    const lineItems = [
      { id: "1", totalLineAmount: "100.00" },
      { id: "1", totalLineAmount: "25.00" },
    ];
    expect(await refusedFinalization({ ...finalization, lineItems })).toEqual([
      {
        path: "lineItems[1].id",
        code: "duplicate",
        message: "lineItems[1].id must be unique in the order: give each line its own id",
      },
    ]);
  });

  test("null", async () => {
    expect(await refusedFinalization({ ...finalization, lineItems: null })).toEqual([
      {
        path: "lineItems",
        code: "wrong_type",
        message: "lineItems must be an array, not null: give one, or leave it out if it is optional",
      },
    ]);
  });
});

describe("invoiceId", () => {
  test("travels in the body", async () => {
    expect(await sentFinalization({ ...finalization, invoiceId: "INV-7" })).toEqual({
      path,
      body: '{"invoiceId":"INV-7"}',
    });
  });

  test("as a number", async () => {
    expect(await refusedFinalization({ ...finalization, invoiceId: 7 })).toEqual([
      { path: "invoiceId", code: "wrong_type", message: "invoiceId must be a string" },
    ]);
  });
});

test.each([
  ["lineitems", "lineItems"],
  ["transactionID", "transactionId"],
  ["invoiceNo", "invoiceId"],
])("unknown key %s", async (key, meant) => {
  expect(await refusedFinalization({ ...finalization, [key]: "x" })).toEqual([
    { path: key, code: "unknown_key", message: `${key} is not a known key: did you mean ${meant}?` },
  ]);
});

test("all faults at once", async () => {
  expect(
    await refusedFinalization({ orderId: "1", transactionId: "1", totalAmount: "0", lineItems: [{}], invoiceID: "7" }),
  ).toMatchObject([
    { path: "orderId", code: "bad_format" },
    { path: "transactionId", code: "too_short" },
    { path: "totalAmount", code: "not_positive" },
    { path: "lineItems[0].totalLineAmount", code: "required" },
    { path: "invoiceID", code: "unknown_key" },
  ]);
});

test("limits that are only assumed can be waived", async () => {
  const lineItems = [{ name: "x".repeat(256), totalLineAmount: "125.00" }];
  expect(await refusedFinalization({ ...finalization, lineItems })).toEqual([
    {
      path: "lineItems[0].name",
      code: "too_long",
      message: "lineItems[0].name must be 1 to 255 characters long and has 256: shorten it",
    },
  ]);
  expect(await sentFinalization({ ...finalization, lineItems }, {}, { assumedLimits: false })).toEqual({
    path,
    body: `{"lineItems":[{"name":"${"x".repeat(256)}","totalLineAmount":125.00}]}`,
  });
});
