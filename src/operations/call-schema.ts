import * as z from "zod/mini";
import { type Fields, isFields } from "../model/plain.js";
import { across, type Report, type Waived } from "../model/schema.js";

/** The schemas of an operation's calls, without the rules that a client waives. */
export interface CallSchemas<Call> {
  /** The names of all fields of the input and of the options, at every depth. */
  readonly names: ReadonlySet<string>;
  /** The schema that fits the form of this input. */
  readonly of: (input: unknown) => z.ZodMiniType<Call>;
}

/** Makes schemas once for each client's waivers: making them takes as long as many calls. */
export function oncePerWaivers<Schemas>(make: (waived: Waived) => Schemas): (waived: Waived) => Schemas {
  const made = new WeakMap<Waived, Schemas>();
  return (waived) => {
    if (!made.has(waived)) made.set(waived, make(waived));
    return made.get(waived) as Schemas;
  };
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

type Children = { shape?: Readonly<Record<string, unknown>>; innerType?: unknown; element?: unknown; out?: unknown };

/** The names of all fields that a schema knows, at every depth. */
export function namesIn(schema: unknown): string[] {
  const { shape = {}, innerType, element, out } = (schema as { def: Children }).def;
  const inner = innerType ?? element ?? out;
  const nested = Object.entries(shape).flatMap(([name, field]) => [name, ...namesIn(field)]);
  return inner === undefined ? nested : namesIn(inner);
}
