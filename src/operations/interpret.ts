import { PaymentResponseError, type ResponseIssue } from "../errors/payment-response-error.js";
import { PaymentServiceError, ServiceFieldError } from "../errors/payment-service-error.js";
import { readIdentifier, readText } from "../model/answer-fields.js";
import { callersPath } from "../model/field-path.js";
import { judge } from "../model/service-status.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import { type ReceivedResponse, remember } from "../wire/received.js";
import type { Answer } from "../wire/transport.js";
import type { CheckedCall, Operation, ResultBase } from "./operation.js";
import type { Accepted } from "./validate.js";

/**
 * The answer as a result, or as the error that says what it proves.
 *
 * @throws PaymentServiceError, PaymentResponseError
 * @internal
 */
export function interpret<Result extends ResultBase>(
  { readResult, readRefusal }: Pick<Operation<CheckedCall, Result>, "readResult" | "readRefusal">,
  { facts, names }: Pick<Accepted<CheckedCall>, "facts" | "names">,
  { received, unreadable }: Answer,
  body: JsonValue | undefined,
): Result {
  const { httpStatus } = received;
  const unexpected = (outcome: "unknown" | "rejected" | "succeeded", issues: readonly ResponseIssue[]) =>
    new PaymentResponseError(facts, outcome, { httpStatus, contentType: mediaType(received), issues });

  if (unreadable === "too_large") {
    // The rest that was not read might say otherwise, so that no HTTP status proves anything.
    const message = "the answer is larger than maxResponseBytes: raise it if answers may be that large";
    throw remember(unexpected("unknown", [{ path: "", message }]), received);
  }
  const verdict = judge(httpStatus, body);
  if (verdict.kind === "unexpected") throw remember(unexpected(verdict.outcome, verdict.issues), received);
  if (verdict.kind === "failure") {
    const { outcome, status, body } = verdict;
    const refusal = { ...status, httpStatus, ...detailsOf(body, names), finalization: readRefusal(body) };
    throw remember(new PaymentServiceError(facts, outcome, refusal), received);
  }
  const reading = readResult(verdict.body);
  const pending = verdict.status.statusKey === "PENDING";
  // A pending operation has not succeeded, so an incomplete answer about it proves nothing.
  if ("issues" in reading) throw remember(unexpected(pending ? "unknown" : "succeeded", reading.issues), received);
  return remember({ ...reading.fields, pending, status: verdict.status } as Result, received);
}

function mediaType({ headers }: ReceivedResponse): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(headers["content-type"] ?? "")?.[0];
}

function detailsOf(body: JsonObject, names: ReadonlySet<string>) {
  const status = body["status"] as JsonObject; // `judge` has seen it
  const entries = Array.isArray(status["errors"]) ? status["errors"].filter(isJsonObject) : [];
  const errors = Object.freeze(entries.map((entry) => fieldError(entry, names)));
  return { errors, exceptionDetails: status["exceptionDetails"] };
}

// Other text is no field name and no code; it may quote what was sent.
const FIELD_NAME = /^[A-Za-z]\w*(?:\[\d+\])*(?:\.[A-Za-z]\w*(?:\[\d+\])*){0,9}$/;
const ERROR_CODE = /^[A-Za-z0-9_.-]{1,40}$/;

function fieldError(entry: JsonObject, names: ReadonlySet<string>): ServiceFieldError {
  const named = readText(entry["fieldName"]);
  const code = readIdentifier(entry["errorCode"]);
  const fieldName = named !== undefined && named.length <= 100 && FIELD_NAME.test(named) ? named : undefined;
  return new ServiceFieldError({
    path: fieldName === undefined ? undefined : callersPath(fieldName, names),
    fieldName,
    errorCode: code !== undefined && ERROR_CODE.test(code) ? code : undefined,
    serviceMessage: readText(entry["message"]),
  });
}
