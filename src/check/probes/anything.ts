import type { StandardSchema } from "../../index.js";

/** A schema that accepts every value. */
export const anything = <T>(): StandardSchema<T, T> => ({
  "~standard": { version: 1, vendor: "merchant-payments", validate: (value) => ({ value: value as T }) },
});
