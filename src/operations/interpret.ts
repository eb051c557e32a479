import type { CallOptions } from "../call-options.js";
import type { CallFacts } from "../errors/payment-error.js";
import { PaymentResponseError, type ResponseIssue } from "../errors/payment-response-error.js";
import { PaymentServiceError, ServiceFieldError } from "../errors/payment-service-error.js";
import { callersPath } from "../model/field-path.js";
import { readIdentifier, readText } from "../model/reading.js";
import { judge, type ServiceStatus } from "../model/service-status.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../wire/json.js";
import { type ReceivedResponse, remember } from "../wire/received.js";
import type { Answer } from "../wire/transport.js";
import type { Operation } from "./operation.js";

/** What every result carries. */
export interface ResultBase {
  /** True when the service accepted the operation and is still at it (mobile payments): money has not moved yet. */
  readonly pending: boolean;
  readonly status: ServiceStatus;
}

/**
 * The answer as a result, or as the error that says what it proves.
 *
 * @throws PaymentServiceError, PaymentResponseError
 * @internal
 */
export function interpret<Input, Options extends CallOptions, Result extends ResultBase>(
  operation: Operation<Input, Options, Result>,
  call: CallFacts,
  { received, unreadable }: Answer,
  body: JsonValue | undefined,
): Result {
  if (unreadable === "too_large") {
    // Whatever stands in the rest of it might say otherwise, so that no HTTP status is proof.
    throw unexpected(call, "unknown", received, [
      { path: "", message: "the answer is larger than maxResponseBytes: raise it if answers may be that large" },
    ]);
  }
  const verdict = judge(received.httpStatus, body);
  switch (verdict.kind) {
    case "unexpected":
      throw unexpected(call, verdict.outcome, received, verdict.issues);
    case "failure":
      throw remember(
        new PaymentServiceError(call, verdict.outcome, {
          ...verdict.status,
          httpStatus: received.httpStatus,
          ...detailsOf(verdict.body, operation.keys),
          finalization: operation.readRefusal(verdict.body),
        }),
        received,
      );
    case "success": {
      const reading = operation.readResult(verdict.body);
      const pending = verdict.status.statusKey === "PENDING";
      // What is still under way has not succeeded, so an incomplete answer about it proves nothing.
      if ("issues" in reading) throw unexpected(call, pending ? "unknown" : "succeeded", received, reading.issues);
      return remember({ ...reading.fields, pending, status: verdict.status } as Result, received);
    }
  }
}

function unexpected(
  call: CallFacts,
  outcome: "unknown" | "rejected" | "succeeded",
  received: ReceivedResponse,
  issues: readonly ResponseIssue[],
): PaymentResponseError {
  const { httpStatus } = received;
  return remember(
    new PaymentResponseError(call, outcome, { httpStatus, contentType: mediaType(received), issues }),
    received,
  );
}

function mediaType({ headers }: ReceivedResponse): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(headers["content-type"] ?? "")?.[0];
}

function detailsOf(body: JsonObject, keys: readonly string[]) {
  const status = body["status"] as JsonObject; // by which it was judged
  const entries = Array.isArray(status["errors"]) ? status["errors"].filter(isJsonObject) : [];
  return {
    errors: Object.freeze(entries.map((entry) => fieldError(entry, keys))),
    exceptionDetails: status["exceptionDetails"],
  };
}

// Anything else is no name and no code, and may quote what was sent.
const FIELD_NAME = /^[A-Za-z]\w*(?:\[\d+\])*(?:\.[A-Za-z]\w*(?:\[\d+\])*){0,9}$/;
const ERROR_CODE = /^[A-Za-z0-9_.-]{1,40}$/;

function fieldError(entry: JsonObject, keys: readonly string[]): ServiceFieldError {
  const named = readText(entry["fieldName"]);
  const code = readIdentifier(entry["errorCode"]);
  const fieldName = named !== undefined && named.length <= 100 && FIELD_NAME.test(named) ? named : undefined;
  return new ServiceFieldError({
    path: fieldName === undefined ? undefined : callersPath(fieldName, keys),
    fieldName,
    errorCode: code !== undefined && ERROR_CODE.test(code) ? code : undefined,
    serviceMessage: readText(entry["message"]),
  });
}
