import { describe, expect, test } from "vitest";
import { sameDigits } from "./exact.js";
import { readJson, writeJson } from "./json.js";
import { type Asked, type Ending, type OperationName, proofOf, type WireResponse } from "./oracle.js";

// The verdicts of the second rule on plain cases, written by hand.

const amounts =
  '"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"totalAmountFinalized":125.00,"totalAmountPendingFinalization":0';
const finalized = (status: string) => `{"status":{${status}},"transactionId":"202603040000000002",${amounts}}`;
const created = (orderId: string) =>
  `{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"},"orderId":"${orderId}"}`;
const failed = '"isSuccess":false,"errorNumber":3000';
const done = '"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"';

type Sent = Partial<WireResponse> & { text: string };

function proven(operation: OperationName, response: Sent, asked: Partial<Asked> = {}) {
  const contentType = response.text.startsWith("<") ? "text/html" : "application/json";
  const whole = { httpStatus: 200, contentType, brokeOff: false, bytes: Buffer.from(response.text), ...response };
  return proofOf({ operation, amount: "125.00", ...asked }, whole, 1_000).allowed;
}

describe("the oracle", () => {
  test.each<[Ending, OperationName, number, string]>([
    ["result", "finalize", 200, finalized(done)],
    ["result", "createOrder", 201, created("a08ff49b-6f77-4632-a16c-43069c43a8c3")],
    ["pending", "finalize", 200, finalized('"isSuccess":true,"errorNumber":0,"statusKey":"PENDING"')],
    ["succeeded", "createOrder", 201, created("00000000-0000-0000-0000-000000000000")],
    ["succeeded", "finalize", 200, `{"status":{${done}}}`],
    ["rejected", "finalize", 200, finalized('"isSuccess":false,"errorNumber":3007,"statusKey":"PAYMENT_COMPLETED"')],
    ["rejected", "finalize", 404, "<html>Not Found</html>"],
    ["rejected", "finalize", 403, '{"message":"Forbidden"}'],
    ["rejected", "finalize", 403, ""],
    ["rejected", "finalize", 400, '{"status":{"isSuccess":false}}'],
    ["unknown", "finalize", 403, `<p>${",".repeat(63)}`], // more than one per 16 of 1,000 bytes
    ["unknown", "finalize", 500, finalized(done)],
    ["unknown", "finalize", 200, finalized('"isSuccess":true,"statusKey":"SUCCESS"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":true,"errorNumber":3007,"statusKey":"SUCCESS"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":false,"errorNumber":-1,"statusKey":"INTERNAL_ERROR"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":false,"errorNumber":-4,"statusKey":"SOMETHING"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":false,"statusKey":"SUCCESS"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":"true","errorNumber":0,"statusKey":"SUCCESS"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":false,"statusKey":"-"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":false,"errorNumber":-3,"statusKey":"HTTP_202"')],
    ["unknown", "finalize", 200, finalized('"isSuccess":false')],
    ["unknown", "finalize", 200, finalized(`${done},"IsSuccess":false`)],
    ["unknown", "finalize", 400, `{"status":{${failed}},"Status":{"isSuccess":true},"STATUS":1}`],
    ["unknown", "finalize", 400, '{"status":{"isSuccess":false,"errorNumber":30'],
    ["unknown", "finalize", 502, "<html>Bad Gateway</html>"],
    ["unknown", "finalize", 200, ""],
    ["unknown", "finalize", 400, "x".repeat(1_001)],
  ])("allows %s only: %s, HTTP %i %s", (ending, operation, httpStatus, text) => {
    expect(proven(operation, { httpStatus, text })).toEqual([ending]);
  });

  // The requested amount is 40.
  test.each<[Ending, string | undefined, string]>([
    ["result", undefined, '"totalAmountFinalized":40,"totalAmountPendingFinalization":0.00'],
    ["result", undefined, '"totalAmountFinalized":100,"totalAmountPendingFinalization":39.99'],
    ["result", "60.00", '"totalAmountFinalized":100,"totalAmountPendingFinalization":40.00'],
    ["result", "60", '"totalAmountFinalized":"100.0","canFinalizeAgain":false,"amountRemainingForFinalize":null'],
    ["pending", undefined, '"totalAmountFinalized":60,"totalAmountPendingFinalization":40.00'],
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

  test.each<[Ending, string, string]>([
    ["unknown", "application/problem+json; charset=utf-8", '{"message":"For'],
    ["unknown", "", '\n{"message":"For'],
    ["unknown", "application/json", "Forbidden"],
    ["rejected", "application/json", '{"message":"Forbidden"}'],
    ["rejected", "application/json", " "],
    ["rejected", "", "<html>{"],
    ["unknown", "text/html", '{"message":"For'],
    ["unknown", "application/json", '{"Status":{"isSuccess":true}}'],
  ])("allows %s only: HTTP 403, %s, %s", (ending, contentType, text) => {
    expect(proven("finalize", { httpStatus: 403, contentType, text })).toEqual([ending]);
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

describe("the reader of JSON", () => {
  const written =
    '{"a":1,"a":0.10,"b":[true,null,-1E+5]}|{"__proto__":{},"\\ud800":"é"}|12345678901234567890.1000|""|[]';
  test.each(written.split("|"))("keeps all of %s", (text) => {
    const json = readJson(text);
    expect(json && writeJson(json)).toBe(text);
  });

  const broken = '|01|1.|.5|+1|{a:1}|{\'a\':1}|[1,]|{,}|"\n"|"\\x"|1 2|\ufeff1|NaN|[|"|\u00a01';
  test.each(broken.split("|"))("%j is no JSON, as for JSON.parse", (text) => {
    expect(readJson(text)).toBeUndefined();
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });
});

test.each([
  ["125.00", "125", true],
  ["1e2", "100", true],
  ["0.00", "-0", true],
  ["12345678901234567890.10", "12345678901234567890.1", true],
  ["12345678901234567890.1", "12345678901234567890.2", false],
  ["-1", "1", false],
  ["10", "1", false],
  ["125,00", "125,00", false],
])("%s and %s are the same number: %s", (a, b, same) => {
  expect(sameDigits(a, b)).toBe(same);
});
