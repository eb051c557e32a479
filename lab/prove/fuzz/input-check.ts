import { inspect } from "node:util";
import type { AnyPaymentError, PaymentEvent } from "merchant-payments";
import { sameDigits } from "./exact.ts";
import type { BuiltInput } from "./inputs.ts";
import { type Json, readJson } from "./json.ts";
import { MARK, MARKED_DIGITS } from "./odd-values.ts";
import type { OperationName } from "./oracle.ts";
import { anything } from "./recipes.ts";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** As it stood in the request line. */
  readonly path: string;
  readonly body: string;
}

/** Written down from the contract: a field of a line that is a decimal travels as a JSON number. */
const LINE_DECIMALS = ["quantity", "unitAmountExcludingTax", "taxPercent", "totalLineTaxAmount", "totalLineAmount"];

/** What is wrong with the requests of a call that was not refused. */
export function faultsOfRequests(
  operation: OperationName,
  built: BuiltInput,
  requests: readonly SeenRequest[],
): string[] {
  const [request] = requests;
  if (built.fate === "invalid") return ["was sent, and must be refused"];
  if (request === undefined || requests.length > 1) return [`${requests.length} requests instead of one`];
  const fields = new Map(
    [...built.fields].map(([key, value]) => [key, key === "totalAmount" ? asTotal(value) : value]),
  );
  const isSimple = operation === "createOrder" && fields.size === 3;
  const inPath =
    operation === "finalize"
      ? ["orderId", "transactionId", "totalAmount"]
      : ["orderNumber", "totalAmount", "currencyCode"];
  const path = operation === "finalize" ? finalizePath(fields) : isSimple ? simplePath(fields) : ["orders", "create"];
  const body = operation === "finalize" || isSimple ? without(fields, inPath) : fields;
  return [
    ...(request.method === "POST" ? [] : [`the method is ${request.method}`]),
    ...faultsOfPath(request.path, path),
    ...faultsOfBody(request.body, operation === "createOrder" ? renamed(body) : body),
  ];
}

/** Of a total the zeros beyond its decimals are dropped. */
function asTotal(json: Json): Json {
  return json.kind === "text" ? { kind: "text", text: json.text.replace(/(\.\d\d)0+$/, "$1") } : json;
}

type Fields = ReadonlyMap<string, Json>;
type Segment = string | Json | undefined;

function simplePath(fields: Fields): Segment[] {
  return ["orders", "create", fields.get("orderNumber"), fields.get("totalAmount"), fields.get("currencyCode")];
}

function finalizePath(fields: Fields): Segment[] {
  const order = fields.has("orderId") ? ["orders", fields.get("orderId")] : [];
  return [...order, "transactions", fields.get("transactionId"), "finalize", fields.get("totalAmount")];
}

function without(fields: Fields, keys: readonly string[]): Fields {
  return new Map([...fields].filter(([key]) => !keys.includes(key)));
}

function renamed(fields: Fields): Fields {
  return new Map([...fields].map(([key, value]) => [key === "lineItems" ? "lineitems" : key, value]));
}

/** Each value in its own place, split as a server would: at each slash, and decoded only then. */
function faultsOfPath(path: string, expected: readonly Segment[]): string[] {
  const [empty, base, ...segments] = path.split("/");
  if (empty !== "" || base !== "api" || segments.length !== expected.length) return [`the path is ${path}`];
  const isRaw =
    /^[A-Za-z0-9/%._~!*'()-]*$/.test(path) && !segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (!isRaw) return [`the path holds what it must not: ${path}`];
  return segments.flatMap((segment, index) =>
    isSegment(decodeURIComponent(segment), expected[index])
      ? []
      : [`segment ${index + 1} of the path is not what was given`],
  );
}

function isSegment(decoded: string, expected: Segment): boolean {
  if (typeof expected === "string") return decoded === expected;
  if (expected?.kind === "text") return decoded === expected.text;
  return expected?.kind === "number" && /^\d+(?:\.\d+)?$/.test(decoded) && sameDigits(decoded, expected.source);
}

function faultsOfBody(text: string, expected: Fields): string[] {
  if (expected.size === 0) return text === "" ? [] : ["a body was sent, and there is nothing to say"];
  const body = readJson(text);
  if (body === undefined) return ["the body is no JSON"];
  return isSame(body, { kind: "object", entries: [...expected] }, "")
    ? []
    : [`the body is not what was given: ${text.slice(0, 2_000)}`];
}

/** Whether a value was sent as it was given; a decimal in text as the number with the same characters. */
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
      return (
        sent.kind === "array" &&
        sent.items.length === given.items.length &&
        sent.items.every((item, index) => isSameItem(item, given.items[index], key))
      );
    case "object":
      return sent.kind === "object" && isSameObject(sent.entries, new Map(given.entries), key);
  }
}

function isSameItem(sent: Json, given: Json | undefined, key: string): boolean {
  return given !== undefined && isSame(sent, given, key === "lineitems" || key === "lineItems" ? "(line)" : "");
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

/** What is wrong with a rejection: what it says of the request, and what it shows of the values. */
export function faultsOfInvalid(
  error: AnyPaymentError,
  built: BuiltInput,
  requests: readonly SeenRequest[],
  events: readonly PaymentEvent[],
): string[] {
  const faults: string[] = [];
  if (error.code !== "invalid_input" || error.outcome !== "not_sent")
    faults.push(`ended as ${error.code}, ${error.outcome}`);
  if (requests.length > 0) faults.push("was sent, and is said not to be");
  if (built.fate === "sent") faults.push(`was refused without a reason: ${error.message}`);
  if (error.code === "invalid_input" && error.issues.length === 0) faults.push("names no fault");
  const shown = [
    error.message,
    String(error),
    error.stack,
    inspect(error, { depth: 12, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(events),
  ];
  const values = [MARK, MARKED_DIGITS].filter((mark) => shown.some((text) => text?.includes(mark)));
  return [...faults, ...values.map((mark) => `shows ${mark}: ${error.message}`)];
}
