import * as z from "zod/mini";
import type { OperationName } from "../errors/advice.js";
import type { ResponseIssue } from "../errors/payment-response-error.js";
import type { FinalizationState } from "../errors/payment-service-error.js";
import { type Fields, isFields } from "../model/plain.js";
import { across, type Report, type Waived } from "../model/schema.js";
import type { ServiceStatus } from "../model/service-status.js";
import type { JsonObject } from "../wire/json.js";
import type { CallLimits, WireRequest } from "../wire/transport.js";

/** What every result carries. */
export interface ResultBase {
  /** True when the service accepted the operation and is still at it (mobile payments): money has not moved yet. */
  readonly pending: boolean;
  readonly status: ServiceStatus;
}

/** The fields of a result, or what is missing. */
export type ResultReading<Result> =
  | { readonly fields: Omit<Result, "pending" | "status"> }
  | { readonly issues: readonly ResponseIssue[] };

/** What a call is made with, checked: its amounts are exact JSON numbers. */
export interface CheckedCall {
  readonly input: object;
  readonly options: { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };
}

/** The schemas of an operation's calls, without the rules that a client waives. */
export interface CallSchemas<Call extends CheckedCall> {
  /** The names of all fields of the input and of the options, at every depth. */
  readonly names: ReadonlySet<string>;
  /** The schema that fits the form of this input. */
  readonly of: (input: unknown) => z.ZodMiniType<Call>;
}

/** An operation of the service as data: what the five steps need to know of it. */
export interface Operation<Call extends CheckedCall, Result extends ResultBase> {
  readonly name: OperationName;
  readonly schemas: (waived: Waived) => CallSchemas<Call>;
  /** Words for fields whose absence needs more of them than "is required". */
  readonly required?: Readonly<Record<string, string>>;
  readonly encode: (call: Call, waived: Waived) => WireRequest;
  readonly readResult: (body: JsonObject) => ResultReading<Result>;
  /** What a refusal tells beside its status. */
  readonly readRefusal: (body: JsonObject) => FinalizationState | undefined;
  readonly paymentMethodOf: (options: Call["options"]) => string | undefined;
}

/** Rules across the fields of a call. A field that has a fault of its own may hold anything. */
export type Rules = (input: Fields, options: Fields, report: Report) => void;

/** The schema of a whole call. Paths of faults begin with `input` or `options`, or are the caller's own. */
export function callSchema<Input extends z.ZodMiniType, Options extends z.ZodMiniType>(
  input: Input,
  options: Options,
  rules: Rules,
) {
  return z.object({ input, options }).check(
    across((call, report) => {
      const { input, options } = call as { input: unknown; options: unknown };
      if (isFields(input) && isFields(options)) rules(input, options, report);
    }),
  );
}

/** Makes schemas once for each client's waivers: making them takes as long as many calls. */
export function oncePerWaivers<Schemas>(make: (waived: Waived) => Schemas): (waived: Waived) => Schemas {
  const made = new WeakMap<Waived, Schemas>();
  return (waived) => {
    if (!made.has(waived)) made.set(waived, make(waived));
    return made.get(waived) as Schemas;
  };
}

type Children = { shape?: Readonly<Record<string, unknown>>; innerType?: unknown; element?: unknown; out?: unknown };

/** The names of all fields that a schema knows, at every depth. */
export function namesIn(schema: unknown): string[] {
  const { shape = {}, innerType, element, out } = (schema as { def: Children }).def;
  const inner = innerType ?? element ?? out;
  const nested = Object.entries(shape).flatMap(([name, field]) => [name, ...namesIn(field)]);
  return inner === undefined ? nested : namesIn(inner);
}
