import type { ResponseFault } from "../errors/payment-response-error.js";
import type { ServiceRejection } from "../errors/payment-service-error.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import { readText } from "./response-fields.js";

/** The status object of a successful response. */
export interface ServiceStatus {
  readonly isSuccess: true;
  readonly errorNumber: 0;
  readonly statusKey: "SUCCESS" | "PENDING";
  readonly statusMessage: string | undefined;
}

/** A failure as the service reports it. */
type FailureStatus = Pick<ServiceRejection, "errorNumber" | "statusKey" | "statusMessage">;

/** What a response proves, by its HTTP status and its status object: a success, a failure, or that it is unexpected. */
export type StatusVerdict =
  | { readonly status: ServiceStatus; readonly body: JsonObject }
  | { readonly outcome: "rejected" | "unknown"; readonly status: FailureStatus; readonly body: JsonObject }
  | ResponseFault;

/** HTTP statuses with which a proxy rejects a whole request. Without an envelope, any other status proves nothing. */
const REFUSING = new Set([400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431]);

const STATUS_KEY = /^\w{1,64}$/; // other text is no key and may quote the request

const SUCCESS_KEYS = new Set(["SUCCESS", "PENDING"]);

/** The body of a response: JSON, JSON that could not be read whole (`broken`), or something else. */
export type DecodedBody = { readonly json: JsonValue } | { readonly broken: string } | { readonly other: true };

export function judge(httpStatus: number, response: DecodedBody): StatusVerdict {
  // A rejection proves something only if it was read whole, because the rest might say otherwise.
  if ("broken" in response) return unexpected("", `the response ${response.broken}`);
  const body = "json" in response && isJsonObject(response.json) ? response.json : undefined;
  const status = body?.["status"];
  const twin = twinIn("", body, ["status"]) ?? twinIn("status.", status, ["isSuccess", "errorNumber", "statusKey"]);
  if (twin !== undefined) return twin;
  if (body === undefined || !isJsonObject(status)) {
    const message = "other" in response ? "the response is not JSON" : "the response carries no status object";
    return unexpected("", message, REFUSING.has(httpStatus) ? "rejected" : "unknown");
  }
  if (status["isSuccess"] === true) return judgeSuccess(httpStatus, status, body);
  if (status["isSuccess"] === false) return judgeFailure(httpStatus, status, body);
  return unexpected("status.isSuccess", "is neither true nor false");
}

function judgeSuccess(httpStatus: number, status: JsonObject, body: JsonObject): StatusVerdict {
  const { statusKey, errorNumber } = status;
  const is2xx = httpStatus >= 200 && httpStatus <= 299;
  if (!is2xx) return unexpected("status.isSuccess", `is true under HTTP ${httpStatus}`);
  if (!isJsonNumber(errorNumber) || integerIn(errorNumber.rawJSON) !== 0) {
    return unexpected("status.errorNumber", "is not 0 though isSuccess is true");
  }
  if (statusKey !== "SUCCESS" && statusKey !== "PENDING") {
    return unexpected("status.statusKey", "is neither SUCCESS nor PENDING though isSuccess is true");
  }
  const statusMessage = wordsOf(status["statusMessage"]);
  return { status: { isSuccess: true, errorNumber: 0, statusKey, statusMessage }, body };
}

function judgeFailure(httpStatus: number, status: JsonObject, body: JsonObject): StatusVerdict {
  const givenNumber = status["errorNumber"] ?? undefined;
  const statusKey = status["statusKey"] ?? undefined;
  // In a rejection, text is read too.
  const errorNumber = integerIn(isJsonNumber(givenNumber) ? givenNumber.rawJSON : readText(givenNumber));
  if (givenNumber !== undefined && (errorNumber === undefined || errorNumber === 0)) {
    return unexpected("status.errorNumber", "is 0 or no integer, though isSuccess is false");
  }
  if (statusKey !== undefined && (typeof statusKey !== "string" || SUCCESS_KEYS.has(bare(statusKey)))) {
    return unexpected("status.statusKey", "is no key of a failure, though isSuccess is false");
  }
  const key = statusKey ?? "";
  const isRejection = provesRejection(httpStatus, errorNumber, STATUS_KEY.exec(bare(key))?.[0]);
  const statusMessage = wordsOf(status["statusMessage"]);
  const failure = { errorNumber, statusKey: STATUS_KEY.exec(key)?.[0], statusMessage };
  return { outcome: isRejection ? "rejected" : "unknown", status: failure, body };
}

/** Normalizes a key, because keys are compared without case and blanks. */
const bare = (statusKey: string) => statusKey.trim().toUpperCase();

/** A rejection counts unless it reports a breakdown: the work may have been done before the breakdown. */
function provesRejection(httpStatus: number, errorNumber: number | undefined, statusKey: string | undefined): boolean {
  const inKey = statusKey?.match(/^HTTP_(\d{3})$/)?.[1];
  if ((httpStatus >= 300 && httpStatus <= 399) || httpStatus === 408 || httpStatus >= 500) return false;
  if (statusKey === "INTERNAL_ERROR" || (inKey !== undefined && !/^4(?!08)/.test(inKey))) return false;
  if (errorNumber === undefined) return statusKey !== undefined || httpStatus > 299;
  return errorNumber > 0 || errorNumber === -2 || (errorNumber === -3 && inKey !== undefined);
}

/** Finds a key that appears twice, in different case and with different values. The service itself ignores case. */
function twinIn(at: string, object: JsonValue | undefined, keys: readonly string[]): ResponseFault | undefined {
  if (!isJsonObject(object)) return undefined;
  const twin = keys.find((key) => {
    const alike = Object.keys(object).filter((other) => other.toLowerCase() === key.toLowerCase());
    return new Set([key, ...alike].map((name) => JSON.stringify(object[name]))).size > 1;
  });
  const message = "appears again in another letter case, with another value";
  return twin === undefined ? undefined : unexpected(at + twin, message);
}

function unexpected(path: string, message: string, outcome: ResponseFault["outcome"] = "unknown"): ResponseFault {
  return { outcome, issues: [{ path, message }] };
}

const MAX_WORDS = 500; // they go into messages and logs; `responseOf` has the whole response

/** Returns words of the service, without control characters. */
export function wordsOf(value: JsonValue | undefined): string | undefined {
  const words = readText(value)?.slice(0, MAX_WORDS);
  return words?.replace(/\p{Cc}+/gu, " ");
}

const SMALL_INTEGER = /^-?\d{1,9}$/; // status numbers are small

function integerIn(text: string | undefined): number | undefined {
  return text !== undefined && SMALL_INTEGER.test(text) ? Number.parseInt(text, 10) : undefined;
}
