import * as z from "zod/mini";
import { type Fields, isFields } from "../model/plain.js";
import { across, type Report, type Waived } from "../model/schema.js";

/** The schema of an operation's calls, without the rules that a client waives. */
export interface CallSchema<Call> {
  readonly schema: z.ZodMiniType<Call>;
  /** The names of all fields of the input and of the options, at every depth. */
  readonly names: ReadonlySet<string>;
}

/** A call as its schemas give it. */
export type CallOf<Schemas extends (waived: Waived) => CallSchema<unknown>> = z.output<ReturnType<Schemas>["schema"]>;

/** Rules across the fields of a call. A field that has a fault of its own may hold anything. */
export type Rules = (input: Fields, options: Fields, report: Report) => void;

/**
 * The schema of a whole call. Paths of faults begin with `input` or `options`, or are the caller's own. It is made once for
 * each client's waivers: making it takes as long as many calls.
 */
export function callSchemas<Input extends z.ZodMiniType, Options extends z.ZodMiniType>(
  input: (waived: Waived) => Input,
  options: Options,
  rules: Rules,
) {
  const make = (waived: Waived) => {
    const acrossCall = across((call, report) => {
      const { input, options } = call as { input: unknown; options: unknown };
      if (isFields(input) && isFields(options)) rules(input, options, report);
    }, waived);
    const schema = z.object({ input: input(waived), options }).check(acrossCall);
    return { schema, names: new Set(namesIn(schema)) };
  };
  const made = new WeakMap<Waived, ReturnType<typeof make>>();
  return (waived: Waived) => {
    if (!made.has(waived)) made.set(waived, make(waived));
    return made.get(waived) as ReturnType<typeof make>;
  };
}

type Children = { shape?: Readonly<Record<string, unknown>>; innerType?: unknown; element?: unknown; out?: unknown };

/** The names of all fields that a schema knows, at every depth. */
function namesIn(schema: unknown): string[] {
  const { shape = {}, innerType, element, out } = (schema as { def: Children }).def;
  const inner = innerType ?? element ?? out;
  const nested = Object.entries(shape).flatMap(([name, field]) => [name, ...namesIn(field)]);
  return inner === undefined ? nested : namesIn(inner);
}
