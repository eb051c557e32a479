import { PaymentResponseError, type ResponseFault } from "../errors/payment-response-error.js";
import { PaymentServiceError, ServiceFieldError } from "../errors/payment-service-error.js";
import { callersPath, type KnownField } from "../model/known-fields.js";
import { readIdentifier, readText } from "../model/response-fields.js";
import { type DecodedBody, judge } from "../model/service-status.js";
import { attach, type ReceivedResponse } from "../wire/attached.js";
import { mediaTypeOf, retryAfterMs } from "../wire/headers.js";
import { isJsonObject, type JsonObject, parseJson, presentFields, withoutPrototype } from "../wire/json.js";
import type { CheckedCall, Operation, ResultBase } from "./operation.js";
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
  { call, facts, deadline }: CallInFlight<Call>,
  { response, end }: WireResponse,
): Promise<Result> {
  const { httpStatus, headers } = response;
  const wait = presentFields({ retryAfterMs: retryAfterMs(headers) });
  const unexpected = ({ outcome, cause, ...found }: ResponseFault) => {
    const details = { httpStatus, contentType: mediaTypeOf(headers), ...found, ...wait };
    return attach(new PaymentResponseError(facts, outcome, details), { response, cause });
  };

  // Without a prototype, because `outcome` or `issues` on a polluted one would pass for part of the verdict.
  const verdict = withoutPrototype(judge(httpStatus, decode(response, end)));
  if ("issues" in verdict) throw unexpected(verdict);
  const { status, body } = verdict;
  if ("outcome" in verdict) {
    const { errors, exceptionDetails } = body["status"] as JsonObject; // `judge` has checked it
    const known = operation.fieldNames().input;
    const entries = Array.isArray(errors) ? errors.filter(isJsonObject).slice(0, 100) : []; // limited, because they go into logs
    const fieldErrors = Object.freeze(entries.map((entry) => fieldError(entry, known)));
    const told = { errors: fieldErrors, exceptionDetails, ...operation.readRejection?.(body) };
    const rejection = { httpStatus, ...status, ...told, ...wait };
    throw attach(new PaymentServiceError(facts, verdict.outcome, rejection), { response });
  }
  const reading = withoutPrototype(await operation.readResult(body, call, status.statusKey === "PENDING", deadline));
  if ("issues" in reading) throw unexpected(reading);
  return attach({ ...reading.fields, status } as Result, { response });
}

const TOO_LARGE =
  "is larger than maxResponseBytes, or has more than one value per 16 bytes of it: raise it if responses may be that large";

function decode({ headers, body }: ReceivedResponse, end: WireResponse["end"]): DecodedBody {
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

// Other text is dropped, because it may quote the request.
const FIELD_NAME = /^(?=.{1,100}$)[A-Za-z]\w*(?:\[\d+\])*(?:\.[A-Za-z]\w*(?:\[\d+\])*){0,9}$/;
const ERROR_CODE = /^[A-Za-z0-9_.-]{1,40}$/;

function fieldError(entry: JsonObject, known: KnownField): ServiceFieldError {
  const fieldName = FIELD_NAME.exec(readText(entry["fieldName"]) ?? "")?.[0];
  return new ServiceFieldError({
    path: fieldName === undefined ? undefined : callersPath(fieldName, known),
    fieldName,
    errorCode: ERROR_CODE.exec(readIdentifier(entry["errorCode"]) ?? "")?.[0],
    serviceMessage: readText(entry["message"]),
  });
}
