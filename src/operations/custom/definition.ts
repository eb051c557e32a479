import type { Decimal } from "decimal.js";
import type { Effect } from "../../errors/call-facts.js";
import type { StandardSchema } from "../../model/standard-schema.js";
import type { ExactNumber } from "./exact-number.js";

/** A value for a path or a query. A number must be exact: at most 15 significant digits. */
export type PathValue = string | number | boolean | Decimal | ExactNumber;

/** A service operation that this library lacks, as the service documents it. */
export interface OperationDefinition<Path extends string, Input, Output, Response extends object> {
  /** For errors, events and metrics: letters and digits, and not the name of a library operation. */
  readonly name: string;
  /** The path after the base URL: `/orders/{orderId}/annul`. The placeholders are filled from the input. */
  readonly path: Path;
  /** What the operation does, and so whether it may be sent again after `unknown`. If in doubt, give `money`. */
  readonly effect: Effect;
  /** GET requires the effect `read`. @defaultValue "POST" */
  readonly method?: "POST" | "GET";
  /** Any Standard Schema. Its output has a value for each placeholder. */
  readonly input: StandardSchema<Input, Output>;
  /**
   * Any Standard Schema, for the whole JSON of a success. Numbers arrive as `Decimal`. A number with more than 64
   * characters, or with an exponent of more than two digits, arrives as text.
   */
  readonly response: StandardSchema<unknown, Response>;
  /** Returns what a POST sends as JSON. @defaultValue the input without the placeholders' values */
  readonly body?: (input: Output) => unknown;
  /** Returns the query of a GET. @defaultValue the input without the placeholders' values */
  readonly query?: (input: Output) => Readonly<Record<string, PathValue | null | undefined>>;
}

/** What `defineOperation` returns, for `payments.call`. */
export interface DefinedOperation<Input, Output, Response extends object>
  extends OperationDefinition<string, Input, Output, Response> {
  readonly method: "POST" | "GET";
}

/** Any custom operation. */
// biome-ignore lint/suspicious/noExplicitAny: its input and its response can have any type
export type AnyOperation = DefinedOperation<any, any, any>;
