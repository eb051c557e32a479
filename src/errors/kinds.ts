import { adviceFor, hintOfCode, hintOfFinalization, hintOfRejection } from "./advice.js";
import {
  type Assumption,
  brandOf,
  type CallFacts,
  type FailureFacts,
  type OperationName,
  type ReportedFinalization,
  scopeOf,
} from "./facts.js";
import { mayBeDoneBefore, type StatusKey, type StatusMeaning } from "./status-catalogue.js";

/**
 * What became of the request, in an error or a `failure` event.
 *
 * - `not_sent`: proven that the service never got it. No money moved.
 * - `rejected`: the response rejects the request. This call moved no money, if a rejection of your service means that
 *   nothing was done (docs/reference/facts.md). The client option `statusKeys` says what its keys mean.
 * - `unknown`: it may have been done, and money may have moved. Check before you send anything again.
 * - `succeeded`: the service reports that it is done, so a finalization moved the money. Its response lacks a required
 *   field, or does not fit the schema of a custom operation.
 *
 * After `resolveFinalization`, use the result's `state`, and not the outcome of its error.
 */
export type Outcome = "not_sent" | "rejected" | "unknown" | "succeeded";

interface ErrorParts extends Pick<FailureFacts, "fault"> {
  readonly code: string;
  readonly message: string;
  readonly outcome: Outcome;
  readonly shown?: object;
}

export abstract class PaymentErrorBase extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    const mark = brandOf(this.prototype.name);
    // A merchant's own subclass inherits the name without the brand: there, use the usual instanceof.
    if (!Object.hasOwn(this.prototype, mark)) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && mark in value;
  }

  /** The kind of error; the same for all errors of a class. */
  declare readonly code: string;
  declare readonly operation: OperationName | (string & {});
  /** What became of the request, and so whether money may have moved. */
  declare readonly outcome: Outcome;
  /**
   * Whether only this call failed (`call`), or every other one would probably fail in the same way (`merchant`), because
   * of the merchant's credentials, account, base URL, rate limit or trusted CAs. A worker should then stop.
   */
  declare readonly scope: "call" | "merchant";
  /** True if you may make the same call again unchanged: nothing was sent, and the cause may go away. */
  declare readonly safeToRetry: boolean;
  declare readonly orderNumber?: string;
  declare readonly orderId?: string;
  declare readonly transactionId?: string;
  /** Absent if no response came. */
  declare readonly httpStatus?: number;
  /** The status key of a failure that the service reported. */
  declare readonly statusKey?: StatusKey | undefined;
  /** Milliseconds to wait before the next call (`Retry-After`), at most a day. The client itself does not wait. */
  declare readonly retryAfterMs?: number;
  declare readonly finalization?: ReportedFinalization;
  /** Says what to do now, for the person on duty. */
  declare readonly advice: string;

  /** Only the library makes errors. Tests use `paymentError()` from `merchant-payments/testing`. */
  protected constructor();
  /** @internal */
  protected constructor(call: CallFacts, parts: ErrorParts);
  protected constructor(call?: CallFacts, parts?: ErrorParts) {
    const { operation, identifiers } = call as CallFacts;
    const { message, code, outcome, fault, shown } = parts as ErrorParts;
    super(`${operation}: ${message}`);
    const failure: FailureFacts = { code, outcome, fault, ...shown };
    const scope = scopeOf(failure);
    const safeToRetry = outcome === "not_sent" && code !== "invalid_input" && fault === undefined;
    const advice = adviceFor(call as CallFacts, { ...failure, scope, safeToRetry });
    Object.assign(this, { code, operation, outcome, scope, safeToRetry }, identifiers, shown, { advice });
  }

  /** Returns the error for a log line, with its name and message, which are not enumerable. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

/**
 * Every error that a call throws. `outcome` says whether money may have moved, and `advice` what to do. A `switch` on
 * `code` is exhaustive.
 *
 * A logged error shows no credentials and no request body. It shows personal data from your input only if the service's
 * `statusMessage`, which is part of the message, quotes that data.
 */
export type PaymentError =
  | PaymentValidationError
  | PaymentServiceError
  | PaymentConnectionError
  | PaymentTimeoutError
  | PaymentAbortedError
  | PaymentResponseError;

/** Recognizes every kind of error with `instanceof`, also across the ESM and CJS builds. */
// A class has one type of instance. Typed as a constructor of the union, it lets `instanceof` narrow to the union.
export const PaymentError = PaymentErrorBase as unknown as abstract new () => PaymentError;

/** The kind of input fault. `message` states the rule and the fix. */
export type ValidationCode =
  | "required"
  | "wrong_type"
  | "unknown_key"
  | "too_short"
  | "too_long"
  | "bad_format"
  | "not_positive"
  | "too_many_decimals"
  | "not_exact"
  | "amount_mismatch"
  | "duplicate"
  | "not_allowed"
  | "unreadable";

/** A fault in an input. It quotes no value of the input, except totals that do not add up. */
export interface ValidationIssue {
  /** The path, such as `lineItems[2].totalLineAmount` or `options.timeoutMs`; empty for the whole input. */
  readonly path: string;
  readonly code: ValidationCode;
  readonly message: string;
  /** The assumption behind the rule; the client option `waive` turns it off. Absent if the rule cannot be waived. */
  readonly assumption?: Assumption;
}

const SHOWN = 20; // issues in the message

/** Thrown if the input breaks a rule. Nothing was sent. `issues` lists the faults, at most 100. */
export class PaymentValidationError extends PaymentErrorBase {
  declare readonly name: "PaymentValidationError";
  declare readonly outcome: "not_sent";
  declare readonly code: "invalid_input";
  declare readonly issues: readonly ValidationIssue[];

  /** @internal */
  constructor(call: CallFacts, issues: readonly ValidationIssue[]) {
    const faults = issues.length === 1 ? "a fault" : `${issues.length} faults`;
    const lines = issues.slice(0, SHOWN).map(({ message }) => `\n  - ${message}`);
    const rest = issues.length > SHOWN ? `\n  - and ${issues.length - SHOWN} more, see issues` : "";
    const message = `nothing was sent, the input has ${faults}:${lines.join("")}${rest}`;
    super(call, { code: "invalid_input", outcome: "not_sent", message, shown: { issues } });
  }
}

/**
 * Thrown if the connection, your `auth` function or the library itself failed.
 *
 * `outcome` is `not_sent` only if that is proven: no connection was made, `auth` threw, a header cannot be sent, the
 * client was closed, or, over `node:http`, anything else failed before the request was written.
 */
export class PaymentConnectionError extends PaymentErrorBase {
  declare readonly name: "PaymentConnectionError";
  declare readonly outcome: "not_sent" | "unknown";
  declare readonly code: "connection";
  /** The underlying error, without anything that may quote a secret. `causeOf(error)` returns the error itself. */
  declare readonly cause: {
    readonly name: string;
    /** A code of the system, TLS or HTTP, such as `ECONNREFUSED`. Any other is left out. */
    readonly code?: string;
    readonly syscall?: string;
    /** The library's own words, or the system call with its code and host: `getaddrinfo ENOTFOUND example.com`. */
    readonly detail?: string;
  };

  /** @internal */
  constructor(
    call: CallFacts,
    outcome: "not_sent" | "unknown",
    what: string,
    cause: PaymentConnectionError["cause"],
    fault?: FailureFacts["fault"],
  ) {
    const hint = hintOfCode(cause.code);
    const words = cause.detail ?? cause.code ?? `${cause.name}: causeOf(error) has its message`;
    const detail = hint === undefined ? words : `${words}: ${hint}`;
    const fate = outcome === "not_sent" ? "nothing was sent" : "the request may have been processed";
    super(call, { code: "connection", outcome, message: `${what}, ${fate} (${detail})`, shown: { cause }, fault });
  }
}

/** Thrown if the deadline or `sendBefore` passed. `outcome` is `unknown` once the request may have left. */
export class PaymentTimeoutError extends PaymentErrorBase {
  declare readonly name: "PaymentTimeoutError";
  declare readonly outcome: "not_sent" | "unknown";
  declare readonly code: "timeout";
  declare readonly timeoutMs: number;

  /** @internal */
  constructor(call: CallFacts, outcome: "not_sent" | "unknown", timeoutMs: number, detail?: string) {
    const why = detail === undefined ? "" : ` (${detail})`;
    const message =
      outcome === "not_sent"
        ? `nothing was sent: ${detail ?? `the deadline of ${timeoutMs} ms passed`}`
        : `no complete response within ${timeoutMs} ms${why}, and the request may have been processed`;
    super(call, { code: "timeout", outcome, message, shown: { timeoutMs } });
  }
}

/** Thrown if the caller's `signal` ended the call. `outcome` is `unknown` once the request may have left. */
export class PaymentAbortedError extends PaymentErrorBase {
  declare readonly name: "PaymentAbortedError";
  declare readonly outcome: "not_sent" | "unknown";
  declare readonly code: "aborted";
  readonly #reason: unknown;

  /** @internal */
  constructor(call: CallFacts, outcome: "not_sent" | "unknown", reason: unknown) {
    const fate = outcome === "not_sent" ? "before anything was sent" : "and the request may have been processed";
    super(call, { code: "aborted", outcome, message: `aborted by the caller's signal, ${fate}` });
    this.#reason = reason;
  }

  /** The reason given to `abort()`. Neither `inspect` nor JSON shows it, because it may hold anything. */
  get reason(): unknown {
    return this.#reason;
  }
}

type FieldError = PaymentServiceError["errors"][number];

export class ServiceFieldError implements FieldError {
  declare readonly path: string | undefined;
  declare readonly fieldName: string | undefined;
  declare readonly errorCode: string | undefined;
  readonly #serviceMessage: string | undefined;

  constructor({ serviceMessage, ...shown }: FieldError) {
    Object.assign(this, shown);
    this.#serviceMessage = serviceMessage;
  }

  get serviceMessage(): string | undefined {
    return this.#serviceMessage;
  }
}

type OfResponse = "httpStatus" | "finalization" | "retryAfterMs";
type OfStatus = "meaning" | "errorNumber" | "statusKey" | "statusMessage" | "errors" | "exceptionDetails";

export type ServiceRejection = Pick<PaymentServiceError, OfResponse | OfStatus>;

const SAYS = {
  rejected: "the service rejected it",
  perhapsDone: "the service rejected it, but it may be captured already: read error.advice first",
  unknown: "the service reports a failure that leaves the outcome unknown",
} as const;

/**
 * Thrown if the service reports a failure. `outcome` is `rejected`, or `unknown` if money may have moved.
 *
 * A finalization is also `unknown` if its status key is not known, or says that it may have been made before
 * (`already_finalized`, `amount_exceeded`, `released`) and the figures do not prove that this call captured nothing.
 */
export class PaymentServiceError extends PaymentErrorBase {
  declare readonly name: "PaymentServiceError";
  declare readonly outcome: "rejected" | "unknown";
  declare readonly code: "service_error";
  /** 2xx for most rejections. */
  declare readonly httpStatus: number;
  /**
   * What the status key says. Undefined if the client does not know the key, or if the HTTP status, `errorNumber` or the
   * id of a finalization contradicts it.
   */
  declare readonly meaning: StatusMeaning | undefined;
  /** Undefined if the service left it out, or gave no integer of at most 15 digits. */
  declare readonly errorNumber: number | undefined;
  /** Branch on this. Undefined if the service left it out, or gave none of at most 64 letters, digits, `_`, `.`, `-`. */
  declare readonly statusKey: StatusKey | undefined;
  /** The service's words, at most 500 characters. */
  declare readonly statusMessage: string | undefined;
  /** The field errors that the service reports, at most 100. */
  declare readonly errors: readonly {
    /** The path in your input, such as `billTo.address.city`; undefined if the service named no field. */
    readonly path: string | undefined;
    /** The name in the response, such as `OrderNumber`. */
    readonly fieldName: string | undefined;
    readonly errorCode: string | undefined;
    /** The service's words. Neither `inspect` nor loggers show them, because they may quote the request. */
    readonly serviceMessage: string | undefined;
  }[];
  readonly #exceptionDetails: unknown;

  /** @internal */
  constructor(
    call: CallFacts,
    outcome: "rejected" | "unknown",
    rejection: ServiceRejection,
    note?: string,
    noKey = "no status key",
  ) {
    const { exceptionDetails, ...shown } = rejection;
    const { httpStatus, errorNumber, statusKey, statusMessage, meaning } = shown;
    const number = errorNumber === undefined ? "" : ` ${errorNumber}`;
    const isPerhapsDone = outcome === "unknown" && call.operation === "finalize" && mayBeDoneBefore(meaning);
    const isAboutCall = meaning !== undefined && meaning !== "merchant";
    const hintOfCall = meaning === "rejected" ? hintOfFinalization(call, shown) : undefined;
    const hint = isAboutCall ? hintOfCall : hintOfRejection(httpStatus, statusKey);
    const more = [hint, note].filter((text) => text !== undefined);
    const theirs = more.length > 0 ? statusMessage?.replace(/[.\s]+$/, "") : statusMessage;
    const words = [theirs, ...more].filter(Boolean).join("; ");
    const says = SAYS[isPerhapsDone ? "perhapsDone" : outcome];
    const message = `${says} (${statusKey ?? noKey}${number}, HTTP ${httpStatus})${words === "" ? "" : `: ${words}`}`;
    super(call, { code: "service_error", outcome, message, shown });
    this.#exceptionDetails = exceptionDetails;
  }

  /** As received. Neither `inspect` nor JSON shows the details, because they may quote the request. */
  get exceptionDetails(): unknown {
    return this.#exceptionDetails;
  }
}

export type ResponseFault = Pick<PaymentResponseError, "outcome" | "issues" | "finalization"> & {
  readonly cause?: unknown;
  /** A proxy or a firewall may have responded in the place of the service. */
  readonly mayBeIntermediary?: boolean;
};

export type UnexpectedResponse = Pick<PaymentResponseError, OfResponse | "contentType" | "issues">;

const FATE = {
  unknown: "the request may have been processed",
  rejected: "the request was rejected",
  succeeded: "the service says that it is done",
} as const;

/**
 * Thrown if a response breaks the service's contract. `outcome` says what the response proves; `responseOf(error)`
 * returns it. `rejected` is proven only by an HTTP status which shows that the request was not passed on.
 */
export class PaymentResponseError extends PaymentErrorBase {
  declare readonly name: "PaymentResponseError";
  declare readonly outcome: "unknown" | "rejected" | "succeeded";
  declare readonly code: "unexpected_response";
  declare readonly httpStatus: number;
  /** The media type of the response, without parameters. */
  declare readonly contentType: string | undefined;
  /** Faults of the response, each with its path, such as `status.isSuccess`. They never quote the response. */
  declare readonly issues: readonly { readonly path: string; readonly message: string }[];

  /** @internal */
  constructor(
    call: CallFacts,
    outcome: Exclude<Outcome, "not_sent">,
    response: UnexpectedResponse,
    mayBeIntermediary = false,
  ) {
    const { httpStatus, contentType = "no content type", issues } = response;
    const found = issues.map(({ path, message }) => (path === "" ? message : `${path} ${message}`));
    const hints = mayBeIntermediary
      ? ["it may come from a proxy or a firewall", hintOfRejection(httpStatus) ?? []]
      : [];
    const isRedirect = httpStatus >= 300 && httpStatus <= 399;
    if (isRedirect) hints.push("it is a redirect, which the client does not follow: check baseUrl");
    const what = [...found, ...hints.flat()].join("; ");
    const message = `unexpected response (HTTP ${httpStatus}, ${contentType}), ${FATE[outcome]}: ${what}`;
    const fault = mayBeIntermediary ? "intermediary" : undefined;
    super(call, { code: "unexpected_response", outcome, message, shown: response, fault });
  }
}

const classes: Readonly<Record<string, { readonly prototype: Error }>> = {
  PaymentError: PaymentErrorBase,
  PaymentValidationError,
  PaymentServiceError,
  PaymentConnectionError,
  PaymentTimeoutError,
  PaymentAbortedError,
  PaymentResponseError,
};

for (const [name, errorClass] of Object.entries(classes)) {
  // Survives minifying, unlike the name in the source.
  Object.defineProperty(errorClass, "name", { value: name });
  errorClass.prototype.name = name;
  Object.defineProperty(errorClass.prototype, brandOf(name), { value: true });
}
