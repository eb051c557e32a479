import * as z from "zod/mini";
import type { CallFacts, Effect } from "../errors/call-facts.js";
import type { ResponseFault } from "../errors/payment-response-error.js";
import type { ServiceRejection } from "../errors/payment-service-error.js";
import { fieldsOf, type KnownField } from "../model/known-fields.js";
import { type Fields, isFields } from "../model/plain.js";
import { across, type Report, type Waived } from "../model/schema.js";
import type { ServiceStatus } from "../model/service-status.js";
import type { CallTimes, Deadline } from "../wire/deadline.js";
import type { JsonObject } from "../wire/json.js";

/** What every result carries. */
export interface ResultBase {
  /** True when the service accepted the operation and has not completed it (mobile payments): no money has moved yet. */
  readonly pending: boolean;
  readonly status: ServiceStatus;
}

/** At once, or promised by a custom operation. */
export type Soon<T> = T | Promise<T>;

/** The fields of a result, or what is wrong with them and what that proves. */
export type ResultReading<Result> = { readonly fields: Omit<Result, "status"> } | ResponseFault;

/** What a caller may set for one call. @internal */
export interface CallLimits extends CallTimes {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxRetries: number;
}

/** What a call is made with, checked: its amounts are exact JSON numbers. @internal */
export interface CheckedCall {
  readonly input: object;
  readonly options: { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };
}

/** A call that breaks no rule, copied from what the caller gave. @internal */
export interface Accepted<Call = CheckedCall> {
  readonly call: Call;
  readonly facts: CallFacts;
  readonly limits: CallLimits;
}

/** A request as an operation encodes it. @internal */
export interface WireRequest {
  readonly method: "POST" | "GET";
  /** The path with its placeholders. */
  readonly route: string;
  /** For the placeholders, not encoded. */
  readonly values: Readonly<Record<string, string>>;
  /** What stands behind the path, its question mark included; empty for nothing. */
  readonly query: string;
  /** JSON text; empty for none. */
  readonly body: string;
}

/** @internal */
export const post = (route: string, values: WireRequest["values"], body: string): WireRequest => {
  return { method: "POST", route, values, query: "", body };
};

/** An operation of the service as data: what the five steps need to know of it. @internal */
export interface Operation<Call extends CheckedCall = CheckedCall, Result extends ResultBase = ResultBase> {
  readonly name: CallFacts["operation"];
  readonly effect: Effect;
  /** All fields that a caller may give, at every depth. Read with the first call, because making a schema takes a while. */
  fieldNames(): CallFields;
  /** The schema that fits the form of this input. */
  schema(waived: Waived, input: unknown): z.ZodMiniType<Call>;
  /** Words for fields whose absence needs more of them than "is required". */
  readonly required?: Readonly<Record<string, string>>;
  encode(call: Call, waived: Waived): WireRequest;
  /** @param isPending - whether the status says that the service has not completed it. */
  readResult(body: JsonObject, call: Call, isPending: boolean, deadline: Deadline): Soon<ResultReading<Result>>;
  /** What a rejection tells beside its status. */
  readRejection?(body: JsonObject): Pick<ServiceRejection, "finalization">;
  paymentMethodOf?(options: Call["options"]): string | undefined;
}

/** The fields that a caller may give, at every depth. @internal */
export interface CallFields {
  readonly input: KnownField;
  readonly options: KnownField;
}

/** Rules across the fields of a call. A field that has a fault of its own may hold anything. */
export type Rules = (input: Fields, options: Fields, report: Report) => void;

/**
 * The schema of a whole call, without the rules that a client waives, and the names of its fields. Paths of faults begin
 * with `input` or `options`. Made once for each set of waivers: making it takes as long as many calls.
 */
export function callSchema<Input extends z.ZodMiniType, Options extends z.ZodMiniType>(
  input: (waived: Waived) => Input,
  options: Options,
  rules: Rules = () => undefined,
) {
  const make = (waived: Waived) => {
    const acrossCall = across((call, report) => {
      const { input, options } = call as { input: unknown; options: unknown };
      if (isFields(input) && isFields(options)) rules(input, options, report);
    }, waived);
    return z.object({ input: input(waived), options }).check(acrossCall);
  };
  const made = new Map<string, ReturnType<typeof make>>();
  const schema = (waived: Waived) => {
    const key = [...waived].sort().join();
    const found = made.get(key) ?? make(waived);
    made.set(key, found);
    return found;
  };
  let names: CallFields | undefined;
  const fieldNames = () => {
    names ??= { input: fieldsOf(input(new Set())), options: fieldsOf(options) };
    return names;
  };
  return { schema, fieldNames };
}

/** A call as its schema gives it. */
export type CallOf<Call extends { schema(waived: Waived): z.ZodMiniType }> = z.output<ReturnType<Call["schema"]>>;
