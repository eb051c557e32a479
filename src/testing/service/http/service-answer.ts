/** The service's own answer to a request, before anything goes wrong with it. */
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue, jsonNumber, parseJson } from "../rules/json.js";
import { withFields } from "../rules/received-values.js";
import { type FakeStatus, type FakeStatusKey, statusOf } from "../rules/status-catalogue.js";
import { detailedOrderRoute, type Match } from "./routes.js";

/** The rules of the service, and whom it lets in. */
export interface ServiceRules {
  readonly merchantId: string;
  readonly password: string;
  createOrder(values: object, form?: "detailed"): Answer;
  finalize(values: object): Answer;
}

interface Answer {
  readonly status: FakeStatus;
}

/** An answer as it is put on the wire. */
export interface WrittenAnswer {
  readonly httpStatus: number;
  readonly statusKey: string;
  readonly contentType: string;
  /** JSON text. */
  readonly body: string;
  /** The same without anything beside the status. */
  readonly statusAlone: string;
}

/** Processes the request and writes the answer. */
export function serviceAnswer(
  service: ServiceRules,
  request: Request,
  match: Match | undefined,
  body: string,
): WrittenAnswer {
  const { httpStatus, answer } = answerTo(service, request, match, body);
  const { status } = answer;
  return {
    httpStatus,
    statusKey: status.statusKey,
    contentType: "application/json; charset=utf-8",
    body: answerJson(answer),
    statusAlone: answerJson({ status }),
  };
}

function answerTo(service: ServiceRules, request: Request, match: Match | undefined, body: string) {
  if (!match) return transportFailure(404);
  if (request.method !== "POST") return transportFailure(405);
  if (!isAuthorized(service, request)) return transportFailure(401);
  const fields = bodyFields(body);
  if (!fields) return transportFailure(500);

  const values = withFields(fields, match.values); // the path overrules the body
  if (match.route.operation === "finalize") return { httpStatus: 200, answer: service.finalize(values) };
  const answer = service.createOrder(values, match.route === detailedOrderRoute ? "detailed" : undefined);
  return { httpStatus: answer.status.isSuccess ? 201 : 200, answer };
}

/** What the request names, in its path and its body. */
export function requestValues(match: Match, body: string): object {
  return withFields(bodyFields(body) ?? {}, match.values);
}

function transportFailure(httpStatus: 401 | 404 | 405 | 500): { httpStatus: number; answer: Answer } {
  const statusKey: FakeStatusKey = `HTTP_${httpStatus}`;
  return { httpStatus, answer: { status: statusOf(statusKey) } };
}

function isAuthorized({ merchantId, password }: ServiceRules, request: Request): boolean {
  const utf8 = String.fromCharCode(...new TextEncoder().encode(`${merchantId}:${password}`)); // btoa takes bytes only
  return request.headers.get("authorization")?.replace(/^basic /i, "") === btoa(utf8);
}

const maxDepth = 64; // far more than an order needs, and far less than the run time can take

/** The fields of a body, none for an empty one; undefined when it is not a JSON object, or nested too deep. */
function bodyFields(text: string): JsonObject | undefined {
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text);
    return isJsonObject(value) && !isDeeper(value, maxDepth) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null || isJsonNumber(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const amountFields = ["amountRemainingForFinalize", "totalAmountFinalized", "totalAmountPendingFinalization"];

/** The answer as JSON text: amounts, which are text in the fake, become numbers with the same digits. */
function answerJson(answer: Answer): string {
  return JSON.stringify(answer, (key, value) => (amountFields.includes(key) ? jsonNumber(value) : value));
}
