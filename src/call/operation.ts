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

/** Fields of every result. */
export interface ResultBase {
  /** True if the service accepted but has not completed the operation (mobile payments): no money has moved yet. */
  readonly pending: boolean;
  readonly status: ServiceStatus;
}

/** A value, or a promise of it from a custom operation. */
export type Soon<T> = T | Promise<T>;

/** The fields of a result, or the faults of the response and what it still proves. */
export type ResultReading<Result> = { readonly fields: Omit<Result, "status"> } | ResponseFault;

/** The limits and headers of one call. @internal */
export interface CallLimits extends CallTimes {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxRetries: number;
}

/** The checked input and options of a call. Its amounts are exact JSON numbers. @internal */
export interface CheckedCall {
  readonly input: object;
  readonly options: { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };
}

/** A valid call, copied from the caller's input. @internal */
export interface Accepted<Call = CheckedCall> {
  readonly call: Call;
  readonly facts: CallFacts;
  readonly limits: CallLimits;
}

/** The request of a call, encoded by its operation. @internal */
export interface WireRequest {
  readonly method: "POST" | "GET";
  /** The path with its placeholders. */
  readonly route: string;
  /** Values of the placeholders, not URL-encoded. */
  readonly values: Readonly<Record<string, string>>;
  /** The query with its question mark; empty if there is none. */
  readonly query: string;
  /** JSON text; empty if there is none. */
  readonly body: string;
}

/** @internal */
export const post = (route: string, values: WireRequest["values"], body: string): WireRequest => {
  return { method: "POST", route, values, query: "", body };
};

/** An operation of the service, as the data that the five steps need. @internal */
export interface Operation<Call extends CheckedCall = CheckedCall, Result extends ResultBase = ResultBase> {
  readonly name: CallFacts["operation"];
  readonly effect: Effect;
  /** The fields of a call. Made with the first call, because making a schema is slow. */
  fieldNames(): CallFields;
  /** Returns the schema for the form of this input. */
  schema(waived: Waived, input: unknown): z.ZodMiniType<Call>;
  /** Messages for missing fields that need more than "is required". */
  readonly required?: Readonly<Record<string, string>>;
  /** Fields of another operation that somebody will try, each with what to do instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  encode(call: Call, waived: Waived): WireRequest;
  /** @param isPending - whether the status key is PENDING. */
  readResult(body: JsonObject, call: Call, isPending: boolean, deadline: Deadline): Soon<ResultReading<Result>>;
  /** Reads what a rejection says besides its status. */
  readRejection?(body: JsonObject): Pick<ServiceRejection, "finalization">;
  paymentMethodOf?(options: Call["options"]): string | undefined;
}

/** The fields that a caller may give, at every depth. @internal */
export interface CallFields {
  readonly input: KnownField;
  readonly options: KnownField;
}

/** Checks rules across the fields of a call. A field with a fault of its own may hold anything. */
export type Rules = (input: Fields, options: Fields, report: Report) => void;

/**
 * Makes the schema of a whole call, without the waived rules, and the names of its fields. Paths of faults begin with
 * `input` or `options`. Each set of waivers gets one schema, because making it takes as long as many calls.
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

/** The output of a call's schema. */
export type CallOf<Call extends { schema(waived: Waived): z.ZodMiniType }> = z.output<ReturnType<Call["schema"]>>;
