import { type AnyPaymentError, type CreateOrderResult, type FinalizeResult, responseOf } from "merchant-payments";
import { sameDigits } from "./digits.ts";
import { field, type Json } from "./json-reader.ts";
import { type Ending, type OperationName, proofOf, remainingOf, textOf, type WireAnswer } from "./oracle.ts";

/** How a call ended. */
export type Ended =
  | { readonly ok: true; readonly value: CreateOrderResult | FinalizeResult }
  | { readonly ok: false; readonly error: AnyPaymentError };

/** What is wrong with how a call ended, given the answer that it got; empty when nothing is. */
export function faultsOf(operation: OperationName, answer: WireAnswer, maxBytes: number, ended: Ended): string[] {
  const { allowed, body } = proofOf(operation, answer, maxBytes);
  const ending = endingOf(ended);
  const faults = allowed.some((each) => each === ending)
    ? []
    : [`ended as ${ending}, proven is ${allowed.join(" or ")}`];
  const received = responseOf(ended.ok ? ended.value : ended.error);
  if (received?.httpStatus !== answer.httpStatus) faults.push("the answer's HTTP status is not kept");
  if (body !== undefined && received?.body !== textOf(answer.bytes)) faults.push("the answer's text is not kept");
  return [...faults, ...(ended.ok ? faultsOfResult(ended.value, body) : faultsOfError(ended.error, body))];
}

function endingOf(ended: Ended): Ending | "not_sent" {
  if (!ended.ok) return ended.error.outcome;
  return ended.value.pending ? "pending" : "result";
}

function faultsOfResult(result: CreateOrderResult | FinalizeResult, body: Json | undefined): string[] {
  const { status } = result;
  const key = result.pending ? "PENDING" : "SUCCESS";
  const isStatus = status.isSuccess && status.errorNumber === 0 && status.statusKey === key;
  const faults = isStatus ? [] : ["the result's status is none of a success"];
  if (!("canFinalizeAgain" in result)) {
    return result.orderId === textIn(field(body, "orderId")) ? faults : [...faults, "orderId is not the answer's"];
  }
  for (const name of ["transactionId", "batchId", "acquirerId"] as const) {
    const given = result[name];
    if (given !== undefined && given !== textIn(field(body, name))?.trim()) faults.push(`${name} is not the answer's`);
  }
  return [...faults, ...faultsOfState(result, body), ...faultsOfRisk(result, body)];
}

type State = Pick<
  FinalizeResult,
  "canFinalizeAgain" | "amountRemainingForFinalize" | "totalAmountFinalized" | "totalAmountPendingFinalization"
>;

/** The amounts, to the last digit of what was written. */
function faultsOfState(state: State, body: Json | undefined): string[] {
  const again = field(body, "canFinalizeAgain");
  const isSame = again?.kind === "literal" && again.value === state.canFinalizeAgain;
  const amounts = {
    amountRemainingForFinalize: remainingOf(body),
    totalAmountFinalized: field(body, "totalAmountFinalized"),
    totalAmountPendingFinalization: field(body, "totalAmountPendingFinalization"),
  };
  const names = Object.keys(amounts) as (keyof typeof amounts)[];
  const wrong = names.filter((name) => !sameDigits(state[name].toFixed(), textIn(amounts[name]) ?? ""));
  return [...(isSame ? [] : ["canFinalizeAgain is not the answer's"]), ...wrong.map((name) => `${name} is not exact`)];
}

function faultsOfRisk({ riskAssessment }: FinalizeResult, body: Json | undefined): string[] {
  if (riskAssessment === undefined) return [];
  const given = field(body, "riskAssessment");
  const isThere = (text: string | undefined) =>
    text === undefined ||
    (given?.kind === "text" ? given.text.includes(text) : given !== undefined && holdsText(given, text));
  return isThere(riskAssessment.mode) && isThere(riskAssessment.result) ? [] : ["riskAssessment is not the answer's"];
}

function holdsText(json: Json, text: string): boolean {
  return json.kind === "object" && json.entries.some(([, value]) => value.kind === "text" && value.text === text);
}

function faultsOfError(error: AnyPaymentError, body: Json | undefined): string[] {
  if (error.code === "invalid_input") return ["an answer came, and the input is blamed"];
  if (error.safeToRetry) return ["an answer came, and the call is called safe to repeat"];
  if (error.code !== "service_error") return [];
  const status = field(body, "status");
  const faults: string[] = [];
  if (error.statusKey !== undefined && error.statusKey !== textIn(field(status, "statusKey"))) {
    faults.push("statusKey is not the answer's");
  }
  if (
    error.errorNumber !== undefined &&
    !sameDigits(`${error.errorNumber}`, textIn(field(status, "errorNumber")) ?? "")
  ) {
    faults.push("errorNumber is not the answer's");
  }
  return error.finalization === undefined ? faults : [...faults, ...faultsOfState(error.finalization, body)];
}

/** A text, or a number as it was written. */
function textIn(json: Json | undefined): string | undefined {
  if (json?.kind === "number") return json.source;
  return json?.kind === "text" ? json.text : undefined;
}
