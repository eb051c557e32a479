import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { PaymentClient, type PaymentError, type PaymentEvent, toResult } from "merchant-payments";
import { type FuzzOptions, type FuzzResult, fuzz, fuzzedClient } from "./harness.ts";
import { type DrawnCall, drawnCall, extraFields, MARK, MARKED_DIGITS } from "./inputs.ts";
import { isSameJson } from "./json.ts";

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const done = (amount: string) => ({
  status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" },
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "202603040000000002",
  canFinalizeAgain: false,
  amountRemainingForFinalize: "0.00",
  totalAmountFinalized: amount,
  totalAmountPendingFinalization: "0.00",
});

/** Gives hostile inputs to a client of a real loopback server. */
export async function fuzzInputs(options: FuzzOptions): Promise<FuzzResult> {
  const requests: SeenRequest[] = [];
  const events: PaymentEvent[] = [];
  // No idle connection is closed, because a slow machine would lose requests.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    requests.push({ method: request.method ?? "", path: request.url ?? "", body: await text(request) });
    const amount = request.url?.split("/").at(-1) ?? ""; // a finalization captures the requested amount
    response.setHeader("content-type", "application/json").end(JSON.stringify(done(amount)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const onEvent = (event: PaymentEvent) => void events.push(event);
  const payments = new PaymentClient({ ...fuzzedClient, baseUrl, onEvent, extraFields });
  const result = await fuzz(options, drawnCall, async (call) => {
    const ended = await toResult<unknown>(payments[call.operation](call.input.value as never));
    const [seen, ownEvents] = [requests.splice(0), events.splice(0)];
    if (ended.ok) return { ended: "sent", faults: faultsOfRequests(call, seen) };
    const { name, outcome } = ended.error;
    return { ended: `${name}, ${outcome}`, faults: faultsOfInvalid(ended.error, call, seen, ownEvents) };
  });
  await payments.close();
  await once(server.close(), "close");
  return result;
}

/** What is wrong with the requests of a call whose input was accepted. */
function faultsOfRequests(call: DrawnCall, requests: readonly SeenRequest[]): string[] {
  const [request] = requests;
  if (call.input.isInvalid) return ["was sent, and is invalid"];
  if (request === undefined || requests.length > 1) return [`${requests.length} requests instead of one`];
  const { operation, fields } = call;
  const isOrder = operation === "createOrder";
  const order = fields.size === 3 ? "orders/create/{orderNumber}/{totalAmount}/{currencyCode}" : "orders/create";
  const capture = "transactions/{transactionId}/finalize/{totalAmount}";
  const ofOrder = fields.has("orderId") ? "orders/{orderId}/" : "";
  const inPath = (isOrder ? order : ofOrder + capture).split("/");
  const isLeftOut = (key: string, json: string) =>
    inPath.includes(`{${key}}`) || (!isOrder && key === "lineItems" && json === "[]");
  const body = [...fields].filter((entry) => !isLeftOut(...entry));
  const named = body.map(([key, json]) => `"${isOrder && key === "lineItems" ? "lineitems" : key}":${json}`);
  const faults = faultsOfPath(request.path, inPath, fields);
  if (request.method !== "POST") faults.push(`the method is ${request.method}`);
  const isSame = isSameJson(request.body, `{${named.join()}}`);
  return isSame ? faults : [...faults, `the body is not the given input: ${request.body.slice(0, 2_000)}`];
}

/** Whether each value is in its place. The path is split as a server does: at each slash, and decoded only then. */
function faultsOfPath(path: string, expected: readonly string[], fields: DrawnCall["fields"]): string[] {
  const [empty, base, ...segments] = path.split("/");
  if (empty !== "" || base !== "api" || segments.length !== expected.length) return [`the path is ${path}`];
  const isRaw = /^[A-Za-z0-9/%._~!*'()-]*$/.test(path) && !segments.some((each) => /^(?:\.|%2e){1,2}$/i.test(each));
  if (!isRaw) return [`the path has characters of another meaning: ${path}`];
  const isRight = (segment: string, at: number) => {
    const [, key] = /^\{(\w+)\}$/.exec(expected[at] ?? "") ?? [];
    if (key === undefined) return segment === expected[at];
    const json = fields.get(key) ?? "";
    return decodeURIComponent(segment) === (key === "totalAmount" ? json : JSON.parse(json));
  };
  return segments.every(isRight) ? [] : [`the path has other values than the input: ${path}`];
}

/** The totals of a mismatch are the only amounts that a message shows. */
const TOTALS = /it is [\d.-]+, and they add up to [\d.-]+, a difference of [\d.]+;/g;

/** What is wrong with a validation error: the outcome that it claims, and the values that it shows. */
function faultsOfInvalid(
  error: PaymentError,
  call: DrawnCall,
  requests: readonly SeenRequest[],
  events: readonly PaymentEvent[],
): string[] {
  const faults: string[] = [];
  if (error.code !== "invalid_input" || error.outcome !== "not_sent")
    faults.push(`ended as ${error.code}, ${error.outcome}`);
  if (requests.length > 0) faults.push("was sent, and is called not sent");
  if (!call.input.isInvalid) faults.push(`is called invalid without a reason: ${error.message}`);
  if (error.code === "invalid_input" && error.issues.length === 0) faults.push("names no issue");
  const printed = [String(error), inspect(error, { depth: 12, showHidden: true }), JSON.stringify([error, events])];
  const shown = [error.message, error.stack, ...printed].map((text) => text?.replaceAll(TOTALS, ""));
  const values = [MARK, MARKED_DIGITS].filter((mark) => shown.some((text) => text?.includes(mark)));
  return [...faults, ...values.map((mark) => `shows ${mark}: ${error.message}`)];
}
