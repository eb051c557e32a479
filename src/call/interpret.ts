import { PaymentResponseError, PaymentServiceError, type ResponseFault } from "../errors/kinds.js";
import { contradicted, type DecodedBody, decidedByFigures, judge, type ResultBase } from "../evidence/envelope.js";
import { readFieldErrors } from "../evidence/response-fields.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach } from "../wire/attached.js";
import { mediaTypeOf, redirectOf, retryAfterMs } from "../wire/headers.js";
import { parseJson } from "../wire/json.js";
import type { CheckedCall, Operation } from "./operation.js";
import type { CallInFlight, WireResponse } from "./send.js";

/** Turns a response into a result, or throws what it proves. */
export async function interpret<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  { statusKeys, base }: ResolvedOptions,
  { call, facts, deadline }: CallInFlight<Call>,
  { response, end }: WireResponse,
): Promise<Result> {
  const { httpStatus, headers } = response;
  const received = () => {
    const waitMs = retryAfterMs(headers);
    return { httpStatus, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
  };
  const unexpected = (fault: ResponseFault, isFinal = false) => {
    const { outcome, cause, issues, finalization, mayBeIntermediary } = fault;
    const found = { issues, ...(finalization !== undefined && { finalization }) };
    const details = { ...received(), contentType: mediaTypeOf(headers), ...found };
    const error = new PaymentResponseError(facts, outcome, details, redirectOf(headers, base), mayBeIntermediary);
    return attach(error, { response, cause, isFinal });
  };

  const verdict = judge(httpStatus, decode(response, end), { effect: operation.effect, statusKeys });
  if (verdict.kind === "unexpected") {
    const rejection = verdict.body && operation.readRejection?.(verdict.body, call);
    // The service itself responded, so its figures count, also if there are none.
    throw unexpected(rejection === undefined ? verdict : { ...verdict, finalization: rejection.finalization ?? {} });
  }
  const { given, body } = verdict;
  const listed = given["errors"] ?? null;
  const errors = listed === null ? [] : readFieldErrors(listed);
  if (verdict.kind === "failure") {
    const { finalization, isContradiction = false, isProof = false } = operation.readRejection?.(body, call) ?? {};
    const judged = isContradiction ? contradicted(verdict) : verdict;
    const { outcome, status, note, noKey } = decidedByFigures(judged, isProof);
    const details = { errors, exceptionDetails: given["exceptionDetails"], ...(finalization && { finalization }) };
    const rejection = { ...received(), ...status, ...details };
    throw attach(new PaymentServiceError(facts, outcome, rejection, note, noKey), { response });
  }
  const status = errors.length === 0 ? verdict.status : { ...verdict.status, errors };
  const { fields, fault } = await operation.readResult(body, call, status.statusKey === "PENDING", deadline);
  if (fault !== undefined) throw unexpected(fault, true); // it was read whole, and would come again
  return attach({ ...fields, status } as Result, { response });
}

const TOO_LARGE =
  "is larger than maxResponseBytes, or has more than one value per 16 bytes of that limit: raise maxResponseBytes if responses may be that large";

function decode({ headers, body }: WireResponse["response"], end: WireResponse["end"]): DecodedBody {
  if (end === "too_large") return { broken: TOO_LARGE };
  try {
    if (end === "complete") return { json: parseJson(body) };
  } catch {
    // Not JSON, or not all of it.
  }
  const isMeantAsJson = /^\s*[{[]/.test(body) || /[/+]json$/i.test(mediaTypeOf(headers) ?? "");
  if (isMeantAsJson && body.trim() !== "") return { broken: "is JSON that cannot be read whole" };
  return { other: true };
}
