import type { ResolvedOptions } from "../options/client.js";
import type { Effect } from "../errors/advice.js";
import type { CallFacts } from "../errors/payment-error.js";
import type { Finding } from "../errors/payment-response-error.js";
import type { ServiceRefusal } from "../errors/payment-service-error.js";
import type { Waived } from "../model/schema.js";
import type { ServiceStatus } from "../model/service-status.js";
import type { Deadline } from "../wire/deadline.js";
import type { JsonObject } from "../wire/json.js";
import type { CallLimits, WireRequest } from "../wire/transport.js";
import type { CallSchema } from "./call-schema.js";

/** What every result carries. */
export interface ResultBase {
  /** True when the service accepted the operation and is still at it (mobile payments): money has not moved yet. */
  readonly pending: boolean;
  readonly status: ServiceStatus;
}

/** At once, or promised by an operation of the merchant's own. */
type Soon<T> = T | Promise<T>;

/** The fields of a result, or what is wrong with them and what that proves. */
type Reading<Result> = Soon<{ readonly fields: Omit<Result, keyof ResultBase>; readonly pending: boolean } | Finding>;

/** What a call is made with, checked: its amounts are exact JSON numbers. @internal */
export interface CheckedCall {
  readonly input: object;
  readonly options: { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };
}

/** A call that breaks no rule, copied from what the caller gave. @internal */
export interface Accepted<Call> {
  readonly call: Call;
  readonly facts: CallFacts;
  /** The names of all fields that the caller knows. */
  readonly names: ReadonlySet<string>;
  readonly limits: CallLimits;
}

/** An operation of the service as data: what the five steps need to know of it. @internal */
export interface Operation<Call extends CheckedCall, Result extends ResultBase> {
  readonly name: CallFacts["operation"];
  readonly effect: Effect;
  /** @throws PaymentValidationError */
  readonly accept: (client: ResolvedOptions, input: unknown, options: unknown) => Soon<Accepted<Call>>;
  /** The schema that fits the form of this input; the names of its fields, and of all others, where there is none yet. */
  readonly schemas: (waived: Waived, input?: unknown) => CallSchema<Call>;
  /** Words for fields whose absence needs more of them than "is required". */
  readonly required?: Readonly<Record<string, string>>;
  readonly encode: (call: Call, waived: Waived) => WireRequest;
  /** @param isPending whether the status says that the service is still at it. */
  readonly readResult: (body: JsonObject, call: Call, isPending: boolean, deadline: Deadline) => Reading<Result>;
  /** What a refusal tells beside its status. */
  readonly readRefusal?: (body: JsonObject) => Pick<ServiceRefusal, "finalization">;
  readonly paymentMethodOf?: (options: Call["options"]) => string | undefined;
}
