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

/** A value as a {@link StandardSchema} has read it, or where it does not fit. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly value?: unknown; readonly issues: readonly SchemaIssue[] };

/** A place at which a value does not fit. */
export interface SchemaIssue {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema makes of a value, and a copy of its fields; or where it does not fit, and in the schema's own words. */
type Through =
  | { readonly value: object; readonly fields: object; readonly faults?: undefined; readonly cause?: undefined }
  | { readonly value?: undefined; readonly faults: readonly (readonly PropertyKey[])[]; readonly cause: unknown };

/** Passes a value through somebody's schema, which may throw, never end, and give anything. */
export async function throughSchema(schema: StandardSchema, given: () => unknown, time: Time): Promise<Through> {
  try {
    const { value, issues } = await time.race(Promise.resolve(schema["~standard"].validate(given())));
    const isObject = typeof value === "object" && value !== null;
    if (issues === undefined && isObject) return { value, fields: { ...value } };
    // Copied first: arktype's lists are of classes of its own, whose map gives something else.
    const found = [...(issues ?? [])].slice(0, MAX_ISSUES);
    const faults = found.map(({ path = [] }) => [...path].map((step) => Object(step).key ?? step));
    return { faults: faults.length > 0 ? faults : [[]], cause: issues };
  } catch (cause) {
    return { faults: [[]], cause };
  }
}

/** Of the call, in which a schema has to end. */
interface Time {
  race<T>(promise: Promise<T>): Promise<T>;
}
