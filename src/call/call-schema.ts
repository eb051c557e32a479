import * as z from "zod/mini";
import { fieldsOf, type KnownFields } from "../model/known-fields.js";
import { type Fields, isFields } from "../model/plain.js";
import { across, type Report, type Waived } from "../model/schema.js";

/** All fields that a caller may give, at every depth. */
export interface CallFields {
  readonly input: KnownFields;
  readonly options: KnownFields;
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
  rules: Rules,
) {
  const make = (waived: Waived) => {
    const acrossCall = across((call, report) => {
      const { input, options } = call as { input: unknown; options: unknown };
      if (isFields(input) && isFields(options)) rules(input, options, report);
    }, waived);
    return z.object({ input: input(waived), options }).check(acrossCall);
  };
  const made = new Map<string, ReturnType<typeof make>>();
  return (waived: Waived) => {
    const key = [...waived].sort().join();
    const schema = made.get(key) ?? make(waived);
    made.set(key, schema);
    return schema;
  };
}

/** All fields of an operation's calls: those of its schema, whatever is waived. */
export function callFields(schema: (waived: Waived) => z.ZodMiniType): () => CallFields {
  let fields: CallFields | undefined;
  return () => {
    fields ??= Object.fromEntries(fieldsOf(schema(new Set())) as KnownFields) as unknown as CallFields;
    return fields;
  };
}

/** A call as its schema gives it. */
export type CallOf<Schema extends (waived: Waived) => z.ZodMiniType> = z.output<ReturnType<Schema>>;
