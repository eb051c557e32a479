import {
  type AnyPaymentError,
  type CreateOrderResult,
  type FinalizeResult,
  type ReportedFinalization,
  type Result,
  responseOf,
} from "merchant-payments";
import { sameDigits } from "./exact.ts";
import { field, type Json } from "./json.ts";
import {
  type Asked,
  type Ending,
  pendingIn,
  proofOf,
  remainingIn,
  scopesOf,
  textOf,
  type WireResponse,
} from "./oracle.ts";

export type Ended = Result<CreateOrderResult | FinalizeResult>;

export function endingOf(ended: Ended): Ending | "not_sent" {
  if (!ended.ok) return ended.error.outcome;
  return ended.value.pending ? "pending" : "result";
}

/** What is wrong with how a call ended, given the response that it got; empty when nothing is. */
export function faultsOf(asked: Asked, response: WireResponse, maxBytes: number, ended: Ended): string[] {
  const { allowed, body } = proofOf(asked, response, maxBytes);
  const ending = endingOf(ended);
  const received = responseOf(ended.ok ? ended.value : ended.error);
  return [
    ...told(!allowed.some((each) => each === ending), `ended as ${ending}, proven is ${allowed.join(" or ")}`),
    ...told(received?.httpStatus !== response.httpStatus, "the response's HTTP status is not kept"),
    ...told(body !== undefined && received?.body !== textOf(response.bytes), "the response's text is not kept"),
    ...(ended.ok ? faultsOfResult(ended.value, body) : faultsOfError(ended.error, response.httpStatus, body)),
  ];
}

function told(isWrong: boolean, fault: string): string[] {
  return isWrong ? [fault] : [];
}

function faultsOfResult(result: CreateOrderResult | FinalizeResult, body: Json | undefined): string[] {
  const { isSuccess, errorNumber, statusKey } = result.status;
  const isSame = isSuccess && errorNumber === 0 && statusKey === textIn(field(field(body, "status"), "statusKey"));
  const faults = told(!isSame, "the result's status is not the response's");
  if (!("canFinalizeAgain" in result)) {
    return [...faults, ...told(result.orderId !== textIn(field(body, "orderId")), "orderId is not the response's")];
  }
  return [...faults, ...faultsOfFinalization(result, body), ...faultsOfRisk(result, body)];
}

/** What is told of a finalization: what the response has of it, to the last digit, and nothing else. */
function faultsOfFinalization(shown: ReportedFinalization, body: Json | undefined): string[] {
  const again = field(body, "canFinalizeAgain");
  const isSame = shown.canFinalizeAgain === (again?.kind === "literal" ? (again.value ?? undefined) : undefined);
  const amounts = {
    amountRemainingForFinalize: remainingIn(body),
    totalAmountFinalized: field(body, "totalAmountFinalized"),
    totalAmountPendingFinalization: pendingIn(body),
  };
  const amountNames = Object.keys(amounts) as (keyof typeof amounts)[];
  return [
    ...(isSame ? [] : ["canFinalizeAgain is not the response's"]),
    ...(["transactionId", "batchId", "acquirerId"] as const)
      .filter((name) => shown[name] !== identifierIn(field(body, name)))
      .map((name) => `${name} is not the response's`),
    ...amountNames
      .filter((name) => !isSameAmount(shown[name]?.toFixed(), textIn(amounts[name])))
      .map((name) => `${name} is not exact`),
  ];
}

/** Text, or a number as it was written; none, when it is empty or zeros alone. */
function identifierIn(json: Json | undefined): string | undefined {
  const text = json?.kind === "number" && !/^\d+$/.test(json.source) ? "" : (textIn(json)?.trim() ?? "");
  return /[^0]/.test(text) ? text : undefined;
}

/** A decimal in a strange form may be told, or left out. */
function isSameAmount(shown: string | undefined, given = ""): boolean {
  if (shown !== undefined) return sameDigits(shown, given);
  return !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(given) || given.length > 64;
}

function faultsOfRisk({ riskAssessment = {} }: FinalizeResult, body: Json | undefined): string[] {
  const given = field(body, "riskAssessment");
  const isThere = (text: string | undefined) => {
    if (text === undefined) return true;
    if (given?.kind === "text") return given.text.includes(text);
    return given?.kind === "object" && given.entries.some(([, value]) => value.kind === "text" && value.text === text);
  };
  return told(!isThere(riskAssessment.mode) || !isThere(riskAssessment.result), "riskAssessment is not the response's");
}

function faultsOfError(error: AnyPaymentError, httpStatus: number, body: Json | undefined): string[] {
  if (error.code === "invalid_input") return ["a response came, and the input is blamed"];
  if (error.safeToRetry) return ["a response came, and the call is called safe to repeat"];
  const isScope = error.outcome !== "rejected" || scopesOf(httpStatus, body).includes(error.scope);
  const faults = told(!isScope, `the scope is ${error.scope}`);
  if (error.code !== "service_error" && error.code !== "unexpected_response") return faults;
  const { operation, finalization, outcome } = error;
  const isTold = operation === "finalize" && (error.code === "service_error" || outcome === "succeeded");
  const ofFinalization = isTold || finalization !== undefined ? faultsOfFinalization(finalization ?? {}, body) : [];
  return [...faults, ...ofFinalization, ...(error.code === "service_error" ? faultsOfRefusal(error, body) : [])];
}

function faultsOfRefusal(
  { statusKey, errorNumber }: Extract<AnyPaymentError, { code: "service_error" }>,
  body: Json | undefined,
): string[] {
  const status = field(body, "status");
  const isKey = statusKey === undefined || statusKey === textIn(field(status, "statusKey"));
  const isNumber =
    errorNumber === undefined || sameDigits(`${errorNumber}`, textIn(field(status, "errorNumber")) ?? "");
  return [...told(!isKey, "statusKey is not the response's"), ...told(!isNumber, "errorNumber is not the response's")];
}

/** A text, or a number as it was written. */
function textIn(json: Json | undefined): string | undefined {
  if (json?.kind === "number") return json.source;
  return json?.kind === "text" ? json.text : undefined;
}
