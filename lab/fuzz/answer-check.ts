import {
  type AnyPaymentError,
  type CreateOrderResult,
  type FinalizeResult,
  responseOf,
  type Settled,
} from "merchant-payments";
import { field, type Json, sameDigits } from "./json.ts";
import { type Ending, type OperationName, proofOf, remainingOf, textOf, type WireAnswer } from "./oracle.ts";

export type Ended = Settled<CreateOrderResult | FinalizeResult>;

export function endingOf(ended: Ended): Ending | "not_sent" {
  if (!ended.ok) return ended.error.outcome;
  return ended.value.pending ? "pending" : "result";
}

/** What is wrong with how a call ended, given the answer that it got; empty when nothing is. */
export function faultsOf(operation: OperationName, answer: WireAnswer, maxBytes: number, ended: Ended): string[] {
  const { allowed, body } = proofOf(operation, answer, maxBytes);
  const ending = endingOf(ended);
  const received = responseOf(ended.ok ? ended.value : ended.error);
  return [
    ...told(!allowed.some((each) => each === ending), `ended as ${ending}, proven is ${allowed.join(" or ")}`),
    ...told(received?.httpStatus !== answer.httpStatus, "the answer's HTTP status is not kept"),
    ...told(body !== undefined && received?.body !== textOf(answer.bytes), "the answer's text is not kept"),
    ...(ended.ok ? faultsOfResult(ended.value, body) : faultsOfError(ended.error, body)),
  ];
}

function told(isWrong: boolean, fault: string): string[] {
  return isWrong ? [fault] : [];
}

function faultsOfResult(result: CreateOrderResult | FinalizeResult, body: Json | undefined): string[] {
  const { isSuccess, errorNumber, statusKey } = result.status;
  const isDone = isSuccess && errorNumber === 0 && statusKey === (result.pending ? "PENDING" : "SUCCESS");
  const faults = told(!isDone, "the result's status is none of a success");
  if (!("canFinalizeAgain" in result)) {
    return [...faults, ...told(result.orderId !== textIn(field(body, "orderId")), "orderId is not the answer's")];
  }
  const ids = (["transactionId", "batchId", "acquirerId"] as const).filter((name) => {
    return result[name] !== undefined && result[name] !== textIn(field(body, name))?.trim();
  });
  const strange = ids.map((name) => `${name} is not the answer's`);
  return [...faults, ...strange, ...faultsOfState(result, body), ...faultsOfRisk(result, body)];
}

/** The amounts, to the last digit of what was written. */
function faultsOfState(
  state: NonNullable<Extract<AnyPaymentError, { code: "service_error" }>["finalization"]>,
  body: Json | undefined,
): string[] {
  const again = field(body, "canFinalizeAgain");
  const isSame = again?.kind === "literal" && again.value === state.canFinalizeAgain;
  const amounts = {
    amountRemainingForFinalize: remainingOf(body),
    totalAmountFinalized: field(body, "totalAmountFinalized"),
    totalAmountPendingFinalization: field(body, "totalAmountPendingFinalization"),
  };
  const names = Object.keys(amounts) as (keyof typeof amounts)[];
  const wrong = names.filter((name) => !sameDigits(state[name].toFixed(), textIn(amounts[name]) ?? ""));
  return [...told(!isSame, "canFinalizeAgain is not the answer's"), ...wrong.map((name) => `${name} is not exact`)];
}

function faultsOfRisk({ riskAssessment = {} }: FinalizeResult, body: Json | undefined): string[] {
  const given = field(body, "riskAssessment");
  const isThere = (text: string | undefined) => {
    if (text === undefined) return true;
    if (given?.kind === "text") return given.text.includes(text);
    return given?.kind === "object" && given.entries.some(([, value]) => value.kind === "text" && value.text === text);
  };
  return told(!isThere(riskAssessment.mode) || !isThere(riskAssessment.result), "riskAssessment is not the answer's");
}

function faultsOfError(error: AnyPaymentError, body: Json | undefined): string[] {
  if (error.code === "invalid_input") return ["an answer came, and the input is blamed"];
  if (error.safeToRetry) return ["an answer came, and the call is called safe to repeat"];
  if (error.code !== "service_error") return [];
  const { statusKey, errorNumber, finalization } = error;
  const status = field(body, "status");
  const isKey = statusKey === undefined || statusKey === textIn(field(status, "statusKey"));
  const isNumber =
    errorNumber === undefined || sameDigits(`${errorNumber}`, textIn(field(status, "errorNumber")) ?? "");
  return [
    ...told(!isKey, "statusKey is not the answer's"),
    ...told(!isNumber, "errorNumber is not the answer's"),
    ...(finalization === undefined ? [] : faultsOfState(finalization, body)),
  ];
}

/** A text, or a number as it was written. */
function textIn(json: Json | undefined): string | undefined {
  if (json?.kind === "number") return json.source;
  return json?.kind === "text" ? json.text : undefined;
}
