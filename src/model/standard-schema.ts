import { MAX_ISSUES } from "./issue.js";

/** What zod, valibot, arktype and others have in common: https://standardschema.dev, version 1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema makes of a value, or the issues that it has with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly value?: unknown;
      readonly issues: readonly {
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** What a schema makes of a value, and a copy of its fields; or where it does not fit, and in the schema's own words. */
type Through =
  | { readonly value: object; readonly fields: object; readonly faults?: undefined }
  | { readonly faults: readonly (readonly PropertyKey[])[]; readonly cause: unknown };

const AS_A_WHOLE = { faults: [[]], cause: undefined } as const;

/** Passes a value through somebody's schema, which may throw, never end, and give anything. */
export async function throughSchema(
  schema: StandardSchema,
  value: () => unknown,
  race: <T>(promise: Promise<T>) => Promise<T>,
): Promise<Through> {
  try {
    const made = await race(Promise.resolve(schema["~standard"].validate(value())));
    if (made.issues !== undefined) {
      // Copied first: arktype's lists are of classes of its own, whose map gives something else.
      const found = [...made.issues].slice(0, MAX_ISSUES);
      const faults = found.map(({ path = [] }) => [...path].map((step) => Object(step).key ?? step));
      return faults.length > 0 ? { faults, cause: made.issues } : AS_A_WHOLE;
    }
    const isObject = typeof made.value === "object" && made.value !== null;
    return isObject ? { value: made.value, fields: { ...made.value } } : AS_A_WHOLE;
  } catch (cause) {
    return { ...AS_A_WHOLE, cause };
  }
}
