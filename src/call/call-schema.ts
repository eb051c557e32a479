import * as z from "zod/mini";
import { fieldsOf, type KnownField } from "../model/known-fields.js";
import { across, type Fields, type Report, type Waived } from "../model/schema.js";
import type { ResolvedOptions } from "../options/client.js";
import { Bare } from "../wire/json.js";

/** The fields that a caller may give, at every depth. @internal */
export interface CallFields {
  readonly input: KnownField;
  readonly options: KnownField;
}

/** The options of the client that decide which calls are valid. @internal */
export type Terms = Pick<ResolvedOptions, "waived" | "sendAgain" | "lookUp">;

/**
 * Checks rules across the fields of a call, and may change the input. A field with a fault of its own may hold anything.
 */
export type Rules = (input: Record<string, unknown>, options: Fields, report: Report, terms: Terms) => void;

/**
 * Makes the schema of a whole call, without the waived rules, and the names of its fields. Paths of faults begin with
 * `input` or `options`. Equal terms get one schema, because making it takes as long as many calls.
 */
export function callSchema<Input extends z.ZodMiniType, Options extends z.ZodMiniType>(
  input: (waived: Waived) => Input,
  options: Options,
  rules?: Rules,
) {
  const make = (terms: Terms) => {
    const whole = z.object({ input: input(terms.waived), options });
    if (rules === undefined) return whole;
    const acrossCall = across((call, report) => {
      const { input, options } = call as { input: unknown; options: unknown };
      if (input instanceof Bare && options instanceof Bare) rules(input, options, report, terms);
    }, terms.waived);
    return whole.check(acrossCall);
  };
  const made = new Map<string, ReturnType<typeof make>>();
  const schema = (terms: Terms) => {
    const { waived, sendAgain, lookUp } = terms;
    const key = JSON.stringify([[...waived], sendAgain, lookUp !== undefined]);
    const found = made.get(key) ?? make(terms);
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
export type CallOf<Call extends { schema(terms: Terms): z.ZodMiniType }> = z.output<ReturnType<Call["schema"]>>;
