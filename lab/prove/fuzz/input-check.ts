import { inspect } from "node:util";
import type { PaymentError, PaymentEvent } from "merchant-payments";
import { sameDigits } from "./exact.ts";
import type { BuiltInput } from "./inputs.ts";
import { type Json, readJson, text } from "./json.ts";
import { MARK, MARKED_DIGITS } from "./odd-values.ts";
import type { OperationName } from "./oracle.ts";
import { anything } from "./recipes.ts";

/** A request as the server saw it, with the path of its request line. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** By the contract, these fields of a line item travel as JSON numbers. */
const LINE_DECIMALS = ["quantity", "unitAmountExcludingTax", "taxPercent", "totalLineTaxAmount", "totalLineAmount"];

type Fields = ReadonlyMap<string, Json>;
type Segment = string | Json | undefined;

/** What is wrong with the requests of a call whose input was accepted. */
export function faultsOfRequests(
  operation: OperationName,
  built: BuiltInput,
  requests: readonly SeenRequest[],
): string[] {
  const [request] = requests;
  if (built.fate === "invalid") return ["was sent, and is invalid"];
  if (request === undefined || requests.length > 1) return [`${requests.length} requests instead of one`];
  const fields = new Map(
    [...built.fields].map(([key, value]) => [
      key === "lineItems" && operation === "createOrder" ? "lineitems" : key,
      key === "totalAmount" && value.kind === "text" ? text(value.text.replace(/(\.\d\d)0+$/, "$1")) : value, // zeros beyond two decimals are dropped
    ]),
  );
  const inPath = pathFields(operation, fields);
  const isLeftOut = (key: string, value: Json) =>
    inPath.includes(key) || (operation === "finalize" && key === "lineItems" && isEmptyList(value));
  const body = new Map([...fields].filter(([key, value]) => !isLeftOut(key, value)));
  return [
    ...(request.method === "POST" ? [] : [`the method is ${request.method}`]),
    ...faultsOfPath(request.path, pathOf(operation, fields, inPath)),
    ...faultsOfBody(request.body, body),
  ];
}

/** In a finalization, an empty list of lines means none. */
const isEmptyList = (value: Json) => value.kind === "array" && value.items.length === 0;

function pathFields(operation: OperationName, fields: Fields): string[] {
  if (operation === "finalize") return ["orderId", "transactionId", "totalAmount"];
  return fields.size === 3 ? ["orderNumber", "totalAmount", "currencyCode"] : [];
}

function pathOf(operation: OperationName, fields: Fields, inPath: readonly string[]): Segment[] {
  if (operation === "createOrder") return ["orders", "create", ...inPath.map((key) => fields.get(key))];
  const order = fields.has("orderId") ? ["orders", fields.get("orderId")] : [];
  return [...order, "transactions", fields.get("transactionId"), "finalize", fields.get("totalAmount")];
}

/** Whether each value is in its place. The path is split as a server does: at each slash, and decoded only then. */
function faultsOfPath(path: string, expected: readonly Segment[]): string[] {
  const [empty, base, ...segments] = path.split("/");
  if (empty !== "" || base !== "api" || segments.length !== expected.length) return [`the path is ${path}`];
  const isRaw =
    /^[A-Za-z0-9/%._~!*'()-]*$/.test(path) && !segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (!isRaw) return [`the path has characters of another meaning: ${path}`];
  const wrong = segments.flatMap((segment, at) =>
    isSegment(decodeURIComponent(segment), expected[at]) ? [] : [at + 1],
  );
  return wrong.map((place) => `segment ${place} of the path is not the given value`);
}

function isSegment(decoded: string, expected: Segment): boolean {
  if (typeof expected === "string") return decoded === expected;
  if (expected?.kind === "text") return decoded === expected.text;
  return expected?.kind === "number" && /^\d+(?:\.\d+)?$/.test(decoded) && sameDigits(decoded, expected.source);
}

function faultsOfBody(body: string, expected: Fields): string[] {
  const json = readJson(body);
  if (json === undefined) return ["the body is no JSON"];
  const isExpected = isSame(json, { kind: "object", entries: [...expected] }, "");
  return isExpected ? [] : [`the body is not the given input: ${body.slice(0, 2_000)}`];
}

/** Whether a value was sent as given. A decimal in text is sent as the number with the same characters. */
function isSame(sent: Json, given: Json, key: string): boolean {
  if (given === anything) return true;
  if ((key === "totalAmount" || key.startsWith("line.")) && given.kind === "text") {
    return sent.kind === "number" && sent.source === given.text;
  }
  switch (given.kind) {
    case "text":
      return sent.kind === "text" && sent.text === given.text;
    case "number":
      return sent.kind === "number" && sameDigits(sent.source, given.source);
    case "literal":
      return sent.kind === "literal" && sent.value === given.value;
    case "array":
      return sent.kind === "array" && isSameList(sent.items, given.items, key);
    case "object":
      return sent.kind === "object" && isSameObject(sent.entries, new Map(given.entries), key);
  }
}

function isSameList(sent: readonly Json[], given: readonly Json[], key: string): boolean {
  const itemKey = key.toLowerCase() === "lineitems" ? "(line)" : "";
  return sent.length === given.length && given.every((item, at) => isSame(sent[at] ?? anything, item, itemKey));
}

function isSameObject(sent: readonly (readonly [string, Json])[], given: Fields, key: string): boolean {
  const names = new Set(sent.map(([name]) => name));
  if (names.size !== sent.length || names.size !== given.size) return false;
  const nested = (name: string) => {
    if (key === "(line)") return LINE_DECIMALS.includes(name) ? `line.${name}` : "";
    return key === "" ? name : "";
  };
  return sent.every(([name, value]) => {
    const expected = given.get(name);
    return expected !== undefined && isSame(value, expected, nested(name));
  });
}

/** The totals of a mismatch are the only amounts that a message shows. */
const TOTALS = /it is [\d.-]+, and they add up to [\d.-]+, a difference of [\d.]+;/g;

/** What is wrong with a validation error: the outcome that it claims, and the values that it shows. */
export function faultsOfInvalid(
  error: PaymentError,
  built: BuiltInput,
  requests: readonly SeenRequest[],
  events: readonly PaymentEvent[],
): string[] {
  const faults: string[] = [];
  if (error.code !== "invalid_input" || error.outcome !== "not_sent")
    faults.push(`ended as ${error.code}, ${error.outcome}`);
  if (requests.length > 0) faults.push("was sent, and is called not sent");
  if (built.fate === "sent") faults.push(`is called invalid without a reason: ${error.message}`);
  if (error.code === "invalid_input" && error.issues.length === 0) faults.push("names no issue");
  const printed = [String(error), inspect(error, { depth: 12, showHidden: true }), JSON.stringify([error, events])];
  const shown = [error.message, error.stack, ...printed].map((text) => text?.replaceAll(TOTALS, ""));
  const values = [MARK, MARKED_DIGITS].filter((mark) => shown.some((text) => text?.includes(mark)));
  return [...faults, ...values.map((mark) => `shows ${mark}: ${error.message}`)];
}
