import type { CreateOrderResult, FinalizeResult, PaymentError, ReportedFinalization, Result } from "merchant-payments";
import { responseOf } from "merchant-payments";
import { identifierIn, keyIn, meaningOf, meaningOfFailure, scopeOf } from "./failures.ts";
import { flagIn, pendingIn, remainingIn, sameDigits } from "./figures.ts";
import { field, type Json, textIn } from "./json.ts";
import { type Ending, proofOf, type TestedCall, textOf, type WireResponse } from "./oracle.ts";

export type Ended = Result<CreateOrderResult | FinalizeResult>;

export function endingOf(ended: Ended): Ending | "not_sent" {
  if (!ended.ok) return ended.error.outcome;
  return ended.value.pending ? "pending" : "result";
}

/** What is wrong with the end of a call, given the response that it got. */
export function faultsOf(call: TestedCall, response: WireResponse, maxBytes: number, ended: Ended): string[] {
  const { allowed, body } = proofOf(call, response, maxBytes);
  const ending = endingOf(ended);
  const received = responseOf(ended.ok ? ended.value : ended.error);
  return [
    ...faultIf(!allowed.some((each) => each === ending), `ended as ${ending}, proven is ${allowed.join(" or ")}`),
    ...faultIf(received?.httpStatus !== response.httpStatus, "the response's HTTP status is not kept"),
    ...faultIf(body !== undefined && received?.body !== textOf(response), "the response's text is not kept"),
    ...(ended.ok ? faultsOfResult(ended.value, body) : faultsOfError(ended.error, call, response.httpStatus, body)),
  ];
}

function faultIf(isWrong: boolean, fault: string): string[] {
  return isWrong ? [fault] : [];
}

const differs = (isWrong: boolean, name: string) => faultIf(isWrong, `${name} is not the response's`);

function faultsOfResult(result: CreateOrderResult | FinalizeResult, body: Json | undefined): string[] {
  const { isSuccess, errorNumber, statusKey } = result.status;
  const status = field(body, "status");
  const isSame = isSuccess && errorNumber === 0 && statusKey === (status && meaningOf(status)?.toUpperCase());
  const ofResult =
    "canFinalizeAgain" in result
      ? faultsOfFinalization(result, body)
      : differs(result.orderId !== textIn(field(body, "orderId")), "orderId");
  return [...differs(!isSame, "the result's status"), ...ofResult];
}

/** A finalization has the response's fields, to the last digit, and nothing else. */
function faultsOfFinalization(shown: ReportedFinalization, body: Json | undefined): string[] {
  const isSame = shown.canFinalizeAgain === flagIn(body, "canFinalizeAgain");
  const amounts = {
    amountRemainingForFinalize: remainingIn(body),
    totalAmountFinalized: field(body, "totalAmountFinalized"),
    totalAmountPendingFinalization: pendingIn(body),
  };
  const amountNames = Object.keys(amounts) as (keyof typeof amounts)[];
  const identifiers = ["transactionId", "batchId", "acquirerId"] as const;
  return [
    ...differs(!isSame, "canFinalizeAgain"),
    ...identifiers.flatMap((name) => differs(shown[name] !== identifierIn(field(body, name)), name)),
    ...amountNames.flatMap((name) =>
      faultIf(!isSameAmount(shown[name]?.toFixed(), textIn(amounts[name])), `${name} is not exact`),
    ),
  ];
}

/** A decimal in an unusual form may be shown or left out. */
function isSameAmount(shown: string | undefined, given = ""): boolean {
  if (shown !== undefined) return sameDigits(shown, given);
  return !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(given) || given.length > 64;
}

function faultsOfError(error: PaymentError, call: TestedCall, httpStatus: number, body: Json | undefined): string[] {
  if (error.code === "invalid_input") return ["a response came, and the input is called invalid"];
  if (error.safeToRetry) return ["a response came, and the call is called safe to retry"];
  if (error.code !== "service_error" && error.code !== "unexpected_response") return [];
  const { operation, finalization, outcome } = error;
  const isTold = operation === "finalize" && (error.code === "service_error" || outcome === "succeeded");
  const ofFinalization = isTold || finalization !== undefined ? faultsOfFinalization(finalization ?? {}, body) : [];
  if (error.code !== "service_error") return ofFinalization;
  const { statusKey, errorNumber, meaning } = error;
  const status = field(body, "status");
  const scope = scopeOf(call, httpStatus, body);
  const isNumber =
    errorNumber === undefined || sameDigits(`${errorNumber}`, textIn(field(status, "errorNumber")) ?? "");
  return [
    ...ofFinalization,
    ...faultIf(scope !== undefined && scope !== error.scope, `the scope is ${error.scope}`),
    ...differs(statusKey !== (status && keyIn(status)), "statusKey"),
    ...differs(meaning !== (status && meaningOfFailure(call, httpStatus, status, body)), "meaning"),
    ...differs(!isNumber, "errorNumber"),
  ];
}
