import { inspect } from "node:util";
import {
  Decimal,
  PaymentAbortedError,
  PaymentConnectionError,
  type PaymentError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
} from "merchant-payments";
import { describe, expect, test } from "vitest";

const identifiers = { transactionId: "201409251527280673" };
const call = { operation: "finalize", identifiers, paymentMethod: "card" } as const;
const notPositive = { path: "totalAmount", code: "not_positive", message: "totalAmount must be …" } as const;
const refused = { name: "Error", code: "ECONNREFUSED", syscall: "connect", detail: "connect ECONNREFUSED" };
const page = { httpStatus: 502, contentType: "text/html", issues: [{ path: "", message: "is not JSON" }] };
const facts = {
  httpStatus: 200,
  meaning: "amount_exceeded" as const,
  errorNumber: 3002,
  statusKey: "FINALIZE_AMT_EXCEEDED",
  statusMessage: "Too much.",
};
const rejection = new PaymentServiceError(call, "unknown", {
  ...facts,
  errors: [],
  exceptionDetails: { trace: "…" },
  finalization: {
    canFinalizeAgain: true,
    amountRemainingForFinalize: new Decimal("10.50"),
    totalAmountFinalized: new Decimal("114.50"),
    totalAmountPendingFinalization: new Decimal("0"),
  },
});
const figures = {
  canFinalizeAgain: true,
  amountRemainingForFinalize: "10.5",
  totalAmountFinalized: "114.5",
  totalAmountPendingFinalization: "0",
};

// test/errors/messages has the messages.
describe("an error as JSON", () => {
  const invalid = new PaymentValidationError(call, [notPositive]);
  const unsent = new PaymentConnectionError(call, "not_sent", "the connection failed", refused);
  const aborted = new PaymentAbortedError(call, "unknown", { user: "Åsa" });
  const unexpected = new PaymentResponseError(call, "unknown", page);

  test.each<[error: PaymentError, safeToRetry: boolean, outcome: string, facts: object]>([
    [invalid, false, "not_sent", { code: "invalid_input", issues: [notPositive] }],
    [rejection, false, "unknown", { code: "service_error", ...facts, errors: [], finalization: figures }],
    [unsent, true, "not_sent", { code: "connection", cause: refused }],
    [new PaymentTimeoutError(call, "unknown", 30_000), false, "unknown", { code: "timeout", timeoutMs: 30_000 }],
    [new PaymentTimeoutError(call, "not_sent", 1), true, "not_sent", { code: "timeout", timeoutMs: 1 }],
    [aborted, false, "unknown", { code: "aborted" }],
    [unexpected, false, "unknown", { code: "unexpected_response", ...page }],
  ])("has the facts of a $name", (error, safeToRetry, outcome, facts) => {
    const { name, message, advice } = error;
    const call = { operation: "finalize", transactionId: "201409251527280673" };
    const whatToDo = { scope: "call", safeToRetry, advice };
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, message, ...call, outcome, ...facts, ...whatToDo });
  });

  test("lacks the caller's reason and the service's details, which a program can still read", () => {
    expect(aborted.reason).toEqual({ user: "Åsa" });
    expect(rejection.exceptionDetails).toEqual({ trace: "…" });
  });
});

describe("an error on the console", () => {
  /** The printed error, without the lines of its stack. */
  const printed = (error: Error) => inspect(error).replaceAll(/\n {4}at .*?( \{)?(?=\n|$)/g, "$1");

  test("has its facts, as a PaymentConnectionError shows", () => {
    const error = new PaymentConnectionError(call, "not_sent", "the connection failed", refused);
    expect(printed(error)).toBe(`\
PaymentConnectionError: finalize: the connection failed, nothing was sent (connect ECONNREFUSED: nothing listens there; check baseUrl, or the proxy) {
  code: 'connection',
  operation: 'finalize',
  outcome: 'not_sent',
  scope: 'call',
  safeToRetry: true,
  transactionId: '201409251527280673',
  cause: {
    name: 'Error',
    code: 'ECONNREFUSED',
    syscall: 'connect',
    detail: 'connect ECONNREFUSED'
  },
  advice: 'Nothing reached the service and no money moved. The same call may be made again as it is.'
}`);
  });
});
