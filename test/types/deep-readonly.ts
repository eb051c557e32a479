import type { Decimal } from "merchant-payments";

/** What a schema takes, with `readonly` on every property and list: the form that the public interfaces have. */
export type DeepReadonly<T> = T extends Decimal | AbortSignal | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;
