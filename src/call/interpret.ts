import { PaymentResponseError, type ResponseFault } from "../errors/payment-response-error.js";
import { PaymentServiceError } from "../errors/payment-service-error.js";
import { contradicted, judge } from "../evidence/envelope.js";
import { readFieldErrors } from "../evidence/field-errors.js";
import type { ResultBase } from "../evidence/result.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach } from "../wire/attached.js";
import { mediaTypeOf, redirectOf, retryAfterMs } from "../wire/headers.js";
import { withoutPrototype } from "../wire/json.js";
import { decode } from "./decode.js";
import type { CheckedCall, Operation } from "./operation.js";
import type { CallInFlight, WireResponse } from "./send.js";

/**
 * Turns a response into a result.
 *
 * @throws PaymentServiceError if the service reports a failure, PaymentResponseError if the response breaks the
 * contract.
 * @internal
 */
export async function interpret<Call extends CheckedCall, Result extends ResultBase>(
  operation: Operation<Call, Result>,
  { statusKeys, base }: ResolvedOptions,
  { call, facts, deadline }: CallInFlight<Call>,
  { response, end }: WireResponse,
): Promise<Result> {
  const { httpStatus, headers } = response;
  const waitMs = retryAfterMs(headers);
  const received = { httpStatus, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
  const unexpected = ({ outcome, cause, issues, finalization }: ResponseFault) => {
    const found = { issues, ...(finalization !== undefined && { finalization }) };
    const details = { ...received, contentType: mediaTypeOf(headers), ...found };
    return attach(new PaymentResponseError(facts, outcome, details, redirectOf(headers, base)), { response, cause });
  };

  // Without a prototype, because `finalization` or `issues` on a polluted one would pass for part of the verdict.
  const verdict = withoutPrototype(judge(httpStatus, decode(response, end), { effect: operation.effect, statusKeys }));
  if (verdict.kind === "unexpected") {
    const told = verdict.body && operation.readRejection?.(verdict.body, call);
    // The service itself responded, so its figures count, also if there are none.
    throw unexpected(
      told === undefined ? verdict : withoutPrototype({ ...verdict, finalization: told.finalization ?? {} }),
    );
  }
  const { given, body } = verdict;
  const listed = given["errors"] ?? null;
  const errors = listed === null ? [] : readFieldErrors(listed, operation.fieldNames().input);
  if (verdict.kind === "failure") {
    const { finalization, isContradiction = false } = operation.readRejection?.(body, call) ?? {};
    const { outcome, status, note, noKey } = isContradiction ? contradicted(verdict) : verdict;
    const told = { errors, exceptionDetails: given["exceptionDetails"], ...(finalization && { finalization }) };
    const rejection = { ...received, ...status, ...told };
    throw attach(new PaymentServiceError(facts, outcome, rejection, note, noKey), { response });
  }
  const status = errors.length === 0 ? verdict.status : { ...verdict.status, errors };
  const reading = withoutPrototype(await operation.readResult(body, call, status.statusKey === "PENDING", deadline));
  if ("issues" in reading) throw unexpected(reading);
  return attach({ ...reading.fields, status } as Result, { response });
}
