import type { Decimal } from "merchant-payments";

/**
 * A schema's input, as the public interfaces declare it: null beside undefined, lists that may be frozen, no other
 * keys.
 */
export type AsWritten<T> = T extends Decimal | AbortSignal | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly AsWritten<Item>[]
    : T extends object
      ? Written<T>
      : T;

type Written<T> = string extends keyof Known<T>
  ? Readonly<T>
  : {
      [Key in keyof Known<T>]: undefined extends T[Key & keyof T]
        ? Optional<T[Key & keyof T]>
        : AsWritten<T[Key & keyof T]>;
    };

type Optional<T> = unknown extends T ? T : AsWritten<Exclude<T, undefined>> | null | undefined;

/** Removes the index signature, unless there is nothing else. */
type Known<T> = keyof Named<T> extends never ? T : Named<T>;
type Named<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };
