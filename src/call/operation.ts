import type * as z from "zod/mini";
import type { CallFacts, ReportedFinalization, Resolvable } from "../errors/facts.js";
import type { ResponseFault } from "../errors/kinds.js";
import type { Effect } from "../errors/status-catalogue.js";
import type { ResultBase } from "../evidence/envelope.js";
import type { Report } from "../model/issue.js";
import type { Words } from "../model/read.js";
import type { ResolvedOptions } from "../options/client.js";
import type { CallTimes, Deadline } from "../wire/deadline.js";
import type { JsonObject } from "../wire/json.js";
import type { CallObserver } from "./observer.js";

export type ResultReading<Result> =
  | { readonly fields: Omit<Result, "status">; readonly fault?: undefined }
  | { readonly fields?: undefined; readonly fault: ResponseFault };

/** Whether the figures of a rejection contradict it, or prove that no money moved. */
export interface RejectionReading {
  readonly finalization: ReportedFinalization | undefined;
  readonly isContradiction: boolean;
  readonly isProof: boolean;
}

export interface CallLimits extends CallTimes {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxRetries: number;
}

/** The checked input and options of a call. Its amounts are exact JSON numbers. */
export interface CheckedCall {
  readonly input: unknown;
  readonly options: { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined } & {
    readonly authorization?: { readonly paymentMethod?: string | undefined } | undefined;
  };
}

export interface Accepted<Call = CheckedCall> {
  readonly call: Call;
  readonly facts: CallFacts;
  readonly limits: CallLimits;
  /** Whether the client was closed when the call was made. A call that was made before continues to its end. */
  readonly isClosed: boolean;
}

export interface WireRequest {
  readonly method: "POST" | "GET";
  readonly route: string;
  readonly values: Readonly<Record<string, string>>;
  /** Without its question mark. */
  readonly query?: string;
  /** JSON text; empty only for a GET. Some intermediaries send a POST without a body again if its connection breaks. */
  readonly body: string;
}

/** What differs between operations: the input, the request, and what a response says. */
export interface Operation<
  Call extends CheckedCall = CheckedCall,
  Result extends ResultBase = ResultBase,
  Returned = unknown,
> {
  readonly name: CallFacts["operation"];
  readonly effect: Effect;
  /** Returns the schema of the input, for the form that this input has. */
  input(client: ResolvedOptions, given: unknown): z.ZodMiniType<Call["input"]>;
  readonly options: z.ZodMiniType<Call["options"]>;
  rules?(call: Call, report: Report, client: ResolvedOptions): void;
  readonly words?: { readonly input?: Words; readonly options?: Words };
  /** Passes the input of a custom operation through its own schema, or throws a PaymentValidationError. */
  accept?(accepted: Accepted<Call>, deadline: Deadline): Promise<Accepted<Call>>;
  encode(call: Call, client: ResolvedOptions): WireRequest;
  readResult(
    body: JsonObject,
    call: Call,
    isPending: boolean,
    deadline: Deadline,
  ): ResultReading<Result> | Promise<ResultReading<Result>>;
  /** Whether `resolveFinalization` takes the same call. It decides the advice after an unknown outcome. */
  resolvable?(call: Call, client: ResolvedOptions): Resolvable;
  readRejection?(body: JsonObject, call: Call): RejectionReading;
  /** Finds out without a request where the request must not be sent; undefined where it is sent. */
  lookUp?(accepted: Accepted<Call>, client: ResolvedOptions, observer: CallObserver): Promise<Returned> | undefined;
  /** Replaces the end of a call, which returns its result or throws its error. */
  resolve?(call: Call, sent: Promise<Result>, observer: CallObserver): Promise<Returned>;
}
