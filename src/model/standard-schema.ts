/** The interface that zod, valibot, arktype and others share: https://standardschema.dev, version 1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The output, or the places where a value does not fit. */
type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly value?: unknown; readonly issues: readonly { readonly path?: Path | undefined }[] };

type Path = readonly (PropertyKey | { readonly key: PropertyKey })[];
