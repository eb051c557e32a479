import type { ResponseIssue } from "../errors/payment-response-error.js";
import type { StatusKey } from "../errors/status-catalogue.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import { present, readText } from "./answer-fields.js";

/** The status object of a successful answer. */
export interface ServiceStatus {
  readonly isSuccess: true;
  readonly errorNumber: 0;
  readonly statusKey: "SUCCESS" | "PENDING";
  readonly statusMessage: string | undefined;
}

/** A failure as the service reports it. */
export interface FailureStatus {
  readonly errorNumber: number | undefined;
  readonly statusKey: StatusKey | undefined;
  readonly statusMessage: string | undefined;
}

type Failed = "rejected" | "unknown";

/** What an answer proves, by its HTTP status and its status object. */
export type Verdict =
  | { readonly kind: "success"; readonly status: ServiceStatus; readonly body: JsonObject }
  | { readonly kind: "failure"; readonly outcome: Failed; readonly status: FailureStatus; readonly body: JsonObject }
  | { readonly kind: "unexpected"; readonly outcome: Failed; readonly issues: readonly ResponseIssue[] };

/** HTTP statuses by which a hop refuses a request whole; any other one without an envelope proves nothing. */
const REFUSING = new Set([400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431]);

const STATUS_KEY = /^\w{1,64}$/; // other text is no key; it may quote what was sent

const SUCCESS_KEYS = new Set(["SUCCESS", "PENDING"]);

/** What the body of an answer is: JSON, JSON that could not be read whole, or something else. */
type Body = { readonly json: JsonValue } | { readonly broken: string } | { readonly other: true };

export function judge(httpStatus: number, answer: Body): Verdict {
  // A refusal proves something only when it was read whole: the rest might say otherwise.
  if ("broken" in answer) return unexpected("unknown", "", `the answer ${answer.broken}`);
  const body = "other" in answer ? undefined : answer.json;
  const status = isJsonObject(body) ? body["status"] : undefined;
  const twin = isJsonObject(body) ? twinIn("", body, ["status"]) : undefined;
  if (twin !== undefined) return contradiction(twin, IN_OTHER_LETTERS);
  if (!isJsonObject(body) || !isJsonObject(status)) {
    const message = body === undefined ? "the answer is not JSON" : "the answer carries no status object";
    return unexpected(REFUSING.has(httpStatus) ? "rejected" : "unknown", "", message);
  }
  const inner = twinIn("status.", status, ["isSuccess", "errorNumber", "statusKey"]);
  if (inner !== undefined) return contradiction(inner, IN_OTHER_LETTERS);
  switch (status["isSuccess"]) {
    case true:
      return judgeSuccess(httpStatus, status, body);
    case false:
      return judgeFailure(httpStatus, status, body);
    default:
      return contradiction("status.isSuccess", "is neither true nor false");
  }
}

function judgeSuccess(httpStatus: number, status: JsonObject, body: JsonObject): Verdict {
  const statusKey = status["statusKey"];
  if (!(httpStatus >= 200 && httpStatus <= 299)) {
    return contradiction("status.isSuccess", `is true under HTTP ${httpStatus}`);
  }
  if (integerOf(status["errorNumber"]) !== 0) {
    return contradiction("status.errorNumber", "is not 0 though isSuccess is true");
  }
  if (statusKey !== "SUCCESS" && statusKey !== "PENDING") {
    return contradiction("status.statusKey", "is neither SUCCESS nor PENDING though isSuccess is true");
  }
  const statusMessage = wordsOf(status["statusMessage"]);
  return { kind: "success", status: { isSuccess: true, errorNumber: 0, statusKey, statusMessage }, body };
}

function judgeFailure(httpStatus: number, status: JsonObject, body: JsonObject): Verdict {
  const givenNumber = present(status["errorNumber"]);
  const statusKey = present(status["statusKey"]);
  const errorNumber = integerOf(givenNumber) ?? integerIn(readText(givenNumber)); // in a refusal also as text
  if (givenNumber !== undefined && (errorNumber === undefined || errorNumber === 0)) {
    return contradiction("status.errorNumber", "is no integer other than 0 though isSuccess is false");
  }
  if (statusKey !== undefined && (typeof statusKey !== "string" || SUCCESS_KEYS.has(bare(statusKey)))) {
    return contradiction("status.statusKey", "is no failure's key though isSuccess is false");
  }
  const key = bare(statusKey ?? "");
  const outcome = provesRefusal(httpStatus, errorNumber, STATUS_KEY.test(key) ? key : undefined)
    ? "rejected"
    : "unknown";
  const shownKey = statusKey !== undefined && STATUS_KEY.test(statusKey) ? statusKey : undefined;
  const failure = { errorNumber, statusKey: shownKey, statusMessage: wordsOf(status["statusMessage"]) };
  return { kind: "failure", outcome, status: failure, body };
}

/** Keys are compared without regard to case and blanks. */
function bare(statusKey: string): string {
  return statusKey.trim().toUpperCase();
}

/** The service's refusal counts, unless it reports a breakdown: the work may have been done before that. */
function provesRefusal(httpStatus: number, errorNumber: number | undefined, statusKey: string | undefined): boolean {
  const inKey = /^HTTP_(\d{3})$/.exec(statusKey ?? "")?.[1];
  if ((httpStatus >= 300 && httpStatus <= 399) || httpStatus === 408 || httpStatus >= 500) return false;
  if (statusKey === "INTERNAL_ERROR" || (inKey !== undefined && !/^4(?!08)/.test(inKey))) return false;
  if (errorNumber === undefined) return statusKey !== undefined || httpStatus > 299;
  return errorNumber > 0 || errorNumber === -2 || (errorNumber === -3 && inKey !== undefined);
}

const IN_OTHER_LETTERS = "stands there in other upper and lower case, with another value";

/** A key that stands there in another case with another value: the service itself ignores case. */
function twinIn(at: string, object: JsonObject, keys: readonly string[]): string | undefined {
  const twin = keys.find((key) =>
    Object.keys(object).some((other) => {
      const isTwin = other !== key && other.toLowerCase() === key.toLowerCase();
      return isTwin && JSON.stringify(object[other]) !== JSON.stringify(object[key]);
    }),
  );
  return twin && at + twin;
}

function contradiction(path: string, message: string): Verdict {
  return unexpected("unknown", path, message);
}

function unexpected(outcome: Failed, path: string, message: string): Verdict {
  return { kind: "unexpected", outcome, issues: [{ path, message }] };
}

const MAX_WORDS = 500; // these go into messages and logs; the whole answer is kept elsewhere

function wordsOf(value: JsonValue | undefined): string | undefined {
  const words = readText(value)?.slice(0, MAX_WORDS);
  return words?.replace(/\p{Cc}+/gu, " ");
}

const SMALL_INTEGER = /^-?\d{1,9}$/; // status numbers are small; anything else is none

function integerIn(text: string | undefined): number | undefined {
  return text !== undefined && SMALL_INTEGER.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** A success must say its number as the contract has it. */
function integerOf(value: JsonValue | undefined): number | undefined {
  return isJsonNumber(value) ? integerIn(value.rawJSON) : undefined;
}
