/** What zod, valibot, arktype and others have in common: https://standardschema.dev, version 1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly path?: SchemaPath }[] };

type SchemaPath = readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;

/** The object that a schema makes of a value, or where it does not fit. `cause` has the schema's own words. */
type Through = { value: object; faults?: never } | { faults: PropertyKey[][]; cause: unknown };

/** Passes a value through somebody's schema, which may throw, never end, and give anything. */
export async function throughSchema(
  schema: StandardSchema,
  value: unknown,
  race: <T>(promise: Promise<T>) => Promise<T>,
): Promise<Through> {
  try {
    const { issues, ...made } = await race(Promise.resolve(schema["~standard"].validate(value)));
    const paths = issues?.map(({ path = [] }) => path.map((step) => (typeof step === "object" ? step.key : step)));
    if (paths !== undefined) return { faults: paths, cause: issues };
    if ("value" in made && typeof made.value === "object" && made.value !== null) return { value: made.value };
    return { faults: [[]], cause: undefined };
  } catch (cause) {
    return { faults: [[]], cause };
  }
}
