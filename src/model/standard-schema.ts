/** The interface that zod, valibot, arktype and others share: https://standardschema.dev, version 1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardSchema.Result<Output> | Promise<StandardSchema.Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export declare namespace StandardSchema {
  /** The output of a {@link StandardSchema}, or the places where a value does not fit. */
  export type Result<Output> =
    | { readonly value: Output; readonly issues?: undefined }
    | { readonly value?: unknown; readonly issues: readonly Issue[] };

  /** A place at which a value does not fit. */
  export interface Issue {
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  }
}
