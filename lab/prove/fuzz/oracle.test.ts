import { describe, expect, test } from "vitest";
import { type Ending, type OperationName, proofOf, type TestedCall, type WireResponse } from "./oracle.js";

// The verdicts of the second rule, written by hand. test/evidence/envelope.test.ts has those of a finalization on a status and its HTTP status.

const amounts =
  '"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"totalAmountFinalized":125.00,"totalAmountPendingFinalization":0';
const finalized = (status: string) => `{"status":{${status}},"transactionId":"202603040000000002",${amounts}}`;
const created = (orderId: string) =>
  `{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"},"orderId":"${orderId}"}`;
const failure = (number: string) => `{"status":{"isSuccess":false,"errorNumber":${number}}}`;
const done = '"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"';

type Sent = Partial<WireResponse> & { text: string };

function proven(operation: OperationName, response: Sent, call: Partial<TestedCall> = {}) {
  const contentType = response.text.startsWith("<") ? "text/html" : "application/json";
  const whole = { httpStatus: 200, contentType, brokeOff: false, bytes: Buffer.from(response.text), ...response };
  return proofOf({ operation, amount: "125.00", ...call }, whole, 1_000).allowed;
}

describe("the oracle", () => {
  test.each<[Ending, OperationName, number, string]>([
    ["result", "createOrder", 201, created("a08ff49b-6f77-4632-a16c-43069c43a8c3")],
    ["result", "createOrder", 201, created("{a08ff49b-6f77-4632-a16c-43069c43a8c3}")],
    ["result", "createOrder", 201, created("a08ff49b6f774632a16c43069c43a8c3")],
    ["succeeded", "createOrder", 201, created("00000000-0000-0000-0000-000000000000")],
    ["rejected", "createOrder", 200, failure('3007,"statusKey":"PAYMENT_COMPLETED"')],
    ["rejected", "createOrder", 200, failure('3100,"statusKey":"CARD_EXPIRED"')],
    ["rejected", "createOrder", 400, '{"status":{"isSuccess":false}}'],
    ["unknown", "createOrder", 200, failure('-3,"statusKey":"CARD_EXPIRED"')],
    ["unknown", "createOrder", 200, failure('-3,"statusKey":"HTTP_409"')],
    ["succeeded", "finalize", 200, `{"status":{${done}}}`],
    ["unknown", "finalize", 200, finalized('"isSuccess":true,"errorNumber":0,"statusKey":"PENDING"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":false,"errorNumber":3000,"statusKey":"ORDER_NOT_FOUND"')],
    ["rejected", "finalize", 401, '{"message":"Forbidden"}'],
    ["unknown", "finalize", 403, '{"message":"Forbidden"}'],
    ["unknown", "finalize", 401, `<p>${",".repeat(63)}`], // more than one per 16 of 1,000 bytes
    ["unknown", "finalize", 400, "x".repeat(1_001)],
  ])("allows %s only: %s, HTTP %i %s", (ending, operation, httpStatus, text) => {
    expect(proven(operation, { httpStatus, text })).toEqual([ending]);
  });

  // The requested amount is 40.
  test.each<[Ending, string | undefined, string]>([
    ["result", undefined, '"totalAmountFinalized":40,"totalAmountPendingFinalization":0.00'],
    ["result", undefined, '"totalAmountFinalized":100,"totalAmountPendingFinalization":39.99'],
    ["unknown", "60.00", '"totalAmountFinalized":100,"totalAmountPendingFinalization":40.00'],
    ["result", "60", '"totalAmountFinalized":"100.0","canFinalizeAgain":false,"amountRemainingForFinalize":null'],
    ["unknown", undefined, '"totalAmountFinalized":60,"totalAmountPendingFinalization":40.00'],
    ["pending", undefined, '"totalAmountFinalized":39.99,"totalAmountPendingFinalization":40.00'],
    ["pending", "60", '"totalAmountFinalized":60,"totalAmountPendingFinalization":40.00'],
    ["succeeded", undefined, '"totalAmountFinalized":40'],
    ["succeeded", undefined, '"totalAmountPendingFinalization":39'],
    ["succeeded", "60", '"totalAmountFinalized":100'],
    ["unknown", undefined, '"totalAmountFinalized":"40 SEK"'],
    ["unknown", undefined, '"totalAmountFinalized":39.99'],
    ["unknown", undefined, '"totalAmountFinalized":39.99,"totalAmountPendingFinalization":0.01'],
    ["unknown", undefined, '"totalAmountPendingFinalization":40'],
    ["unknown", "60", '"totalAmountFinalized":60,"totalAmountPendingFinalization":39.99'],
    ["unknown", "60", '"totalAmountFinalized":60'],
    ["unknown", "60", '"totalAmountFinalized":99.99,"totalAmountPendingFinalization":0.00'],
    ["unknown", "60", '"totalAmountFinalized":140,"totalAmountPendingFinalization":0.00'],
    ["unknown", undefined, '"totalAmountFinalized":40,"totalAmountPendingFinalization":-0.01'],
    [
      "unknown",
      undefined,
      '"amountRemainingForFinalize":-1,"totalAmountFinalized":40,"totalAmountPendingFinalization":0',
    ],
  ])("allows %s only, after %s: %s", (ending, before, figures) => {
    const rest = '"transactionId":"202603040000000002","canFinalizeAgain":true,"amountRemainingForFinalize":1';
    const text = `{"status":{${done}},${rest},${figures}}`;
    expect(proven("finalize", { text }, { amount: "40.00", before })).toEqual([ending]);
  });

  test("takes nothing from a response that broke off", () => {
    expect(proven("finalize", { text: finalized(done), brokeOff: true })).toEqual(["unknown"]);
    expect(proven("finalize", { text: finalized(done), brokeOff: true, httpStatus: 400 })).toEqual(["unknown"]);
  });

  test("allows doubt where a zero is written strangely", () => {
    const text = finalized('"isSuccess":true,"errorNumber":0.0,"statusKey":"SUCCESS"');
    expect(proven("finalize", { text })).toEqual(["result", "unknown"]);
  });
});
