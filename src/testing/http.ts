/** The service's HTTP, a web Request in and a web Response out: one core for every door. */
import { isJsonObject, type JsonObject, type JsonValue, jsonNumber, parseJson, stringifyJson } from "../wire/json.js";
import type { FakeOperation, Fault } from "./faults.js";
import { detailedOrderRoute, type Match, matchRoute } from "./routes.js";
import { type FakeStatus, type FakeStatusKey, statusOf } from "./status-catalogue.js";
import { replacing } from "./values.js";

/** A request as it reached the fake, and how it was answered. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** The service's path that it matched, for instance `/orders/create`; left out for an unknown one. */
  readonly route?: string;
  /** With lower-case names; `authorization` is redacted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: {
    readonly httpStatus: number;
    readonly statusKey: string;
    readonly body: string;
    /** False when a fault kept the answer from the caller. */
    readonly delivered: boolean;
  };
}

/** What the HTTP core needs of the service behind it. */
export interface ServiceBehindHttp {
  readonly merchantId: string;
  readonly password: string;
  readonly requests: RecordedRequest[];
  readonly faults: { take(operation: FakeOperation): Fault | undefined };
  createOrder(values: object, form?: "detailed"): Answer;
  finalize(values: object): Answer;
}

/** What comes of a request: a response to hand over, or none because it was lost on its way back. */
export type Reply = { readonly kind: "response"; readonly response: Response } | { readonly kind: "lost" };

export interface HttpOptions {
  /** The path before the service's own paths, for instance `/api`; left out, any is taken. */
  readonly basePath?: string | undefined;
}

interface Answer {
  readonly status: FakeStatus;
}

export async function handleRequest(
  service: ServiceBehindHttp,
  request: Request,
  { basePath }: HttpOptions = {},
): Promise<Reply> {
  const path = new URL(request.url).pathname;
  const match = matchRoute(path, basePath);
  const received = await request.text();
  const fault = match && request.method === "POST" ? service.faults.take(match.route.operation) : undefined;

  const { httpStatus, answer } = answerTo(service, request, match, received);
  const body = stringifyJson(written(answer));
  service.requests.push({
    method: request.method,
    path,
    ...(match && { route: match.route.template }),
    headers: redacted(request.headers),
    body: received,
    answer: { httpStatus, statusKey: answer.status.statusKey, body, delivered: fault?.kind !== "loseReply" },
  });

  if (fault?.kind === "loseReply") return { kind: "lost" };
  const headers = { "content-type": "application/json; charset=utf-8", ...transportHeaders[httpStatus] };
  return { kind: "response", response: new Response(body, { status: httpStatus, headers }) };
}

function answerTo(service: ServiceBehindHttp, request: Request, match: Match | undefined, received: string) {
  if (!match) return transportFailure(404);
  if (request.method !== "POST") return transportFailure(405);
  if (!isAuthorized(service, request)) return transportFailure(401);
  const body = parsed(received);
  if (!body) return transportFailure(500);

  const values = replacing(body, match.values);
  if (match.route.operation === "finalize") return { httpStatus: 200, answer: service.finalize(values) };
  const answer = service.createOrder(values, match.route === detailedOrderRoute ? "detailed" : undefined);
  return { httpStatus: answer.status.isSuccess ? 201 : 200, answer };
}

function transportFailure(httpStatus: 401 | 404 | 405 | 500): { httpStatus: number; answer: Answer } {
  const statusKey: FakeStatusKey = `HTTP_${httpStatus}`;
  return { httpStatus, answer: { status: statusOf(statusKey) } };
}

const transportHeaders: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "www-authenticate": 'Basic realm="payment service"' },
  405: { allow: "POST" },
};

function isAuthorized({ merchantId, password }: ServiceBehindHttp, request: Request): boolean {
  const utf8 = String.fromCharCode(...new TextEncoder().encode(`${merchantId}:${password}`));
  return request.headers.get("authorization")?.replace(/^basic /i, "") === btoa(utf8);
}

/** The body's values; an empty body has none, and one that is not a JSON object cannot be read. */
function parsed(text: string): JsonObject | undefined {
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const amounts = ["amountRemainingForFinalize", "totalAmountFinalized", "totalAmountPendingFinalization"];

/** The answer as JSON: amounts, which are text in the fake, as numbers with the same digits. */
function written(answer: Answer): JsonObject {
  const { status, ...rest } = answer;
  const fields = Object.entries(rest as Readonly<Record<string, JsonValue>>).map(([key, value]) => [
    key,
    amounts.includes(key) && typeof value === "string" ? jsonNumber(value) : value,
  ]);
  const errors = status.errors?.map((error) => ({ ...error })) ?? null;
  const writtenStatus = { ...status, errorNumber: jsonNumber(String(status.errorNumber)), errors };
  return { status: writtenStatus, ...Object.fromEntries(fields) };
}

function redacted(headers: Headers): Record<string, string> {
  const plain = Object.fromEntries(headers);
  return "authorization" in plain ? { ...plain, authorization: "[redacted]" } : plain;
}
