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
