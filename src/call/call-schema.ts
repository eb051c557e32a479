import * as z from "zod/mini";
import { fieldsOf, type KnownField } from "../model/known-fields.js";
import { type Fields, isFields } from "../model/plain.js";
import { across, type Report, type Waived } from "../model/schema.js";

/** The schema of a whole call, and all fields that a caller may give, at every depth. */
export interface CallSchema<Call> {
  readonly schema: z.ZodMiniType<Call>;
  readonly fields: { readonly input: KnownField; readonly options: KnownField };
}

/** Rules across the fields of a call. A field that has a fault of its own may hold anything. */
export type Rules = (input: Fields, options: Fields, report: Report) => void;

/**
 * The schema of a whole call, without the rules that a client waives. Paths of faults begin with `input` or `options`.
 * Made once for each set of waivers: making it takes as long as many calls.
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
    const shape = { input: input(waived), options };
    const fields = { input: fieldsOf(shape.input), options: fieldsOf(options) };
    return { schema: z.object(shape).check(acrossCall), fields };
  };
  const made = new Map<string, ReturnType<typeof make>>();
  return (waived: Waived) => {
    const key = [...waived].sort().join();
    const schema = made.get(key) ?? make(waived);
    made.set(key, schema);
    return schema;
  };
}

/** A call as its schema gives it. */
export type CallOf<Schema extends (waived: Waived) => CallSchema<unknown>> = z.output<ReturnType<Schema>["schema"]>;
