import type { Decimal } from "decimal.js";
import type { ResultBase } from "../../call/operation.js";
import type { Effect } from "../../errors/call-facts.js";
import type { StandardSchema } from "../../model/standard-schema.js";
import type { ExactNumber } from "./exact-number.js";

/** A value that stands in a path or in a query. A number must be exact: at most 15 significant digits. */
export type PathValue = string | number | boolean | Decimal | ExactNumber;

/** An operation of the service that this library does not offer itself, as the service's documentation describes it. */
export interface OperationDefinition<Path extends string, Input, Output, Response extends object> {
  /** For errors, events and metrics: letters and digits, and none of this library's own operations. */
  readonly name: string;
  /** Behind the base URL: `/orders/{orderId}/annul`. Placeholders are taken from the input. */
  readonly path: Path;
  /** What it does, and so what may be done after an unknown outcome. When in doubt `money`. */
  readonly effect: Effect;
  /** GET only for `read`. @defaultValue "POST" */
  readonly method?: "POST" | "GET";
  /** Any Standard Schema; its output holds a value for each placeholder. */
  readonly input: StandardSchema<Input, Output>;
  /** Any Standard Schema, for the whole JSON of a success; numbers come to it as `Decimal`, those out of bounds as text. */
  readonly response: StandardSchema<unknown, Response>;
  /** What is sent as JSON by POST. @defaultValue what of the input is in no placeholder */
  readonly body?: (input: Output) => unknown;
  /** What is sent behind the path by GET. @defaultValue what of the input is in no placeholder */
  readonly query?: (input: Output) => Readonly<Record<string, PathValue | null | undefined>>;
}

/** What `defineOperation` returns, for `payments.call`. */
export interface DefinedOperation<Input, Output, Response extends object>
  extends OperationDefinition<string, Input, Output, Response> {
  readonly method: "POST" | "GET";
}

/** A custom operation, whatever its schemas make of the input and of the response. */
// biome-ignore lint/suspicious/noExplicitAny: whatever they are
export type AnyOperation = DefinedOperation<any, any, any>;

/** What a call of a custom operation resolves to: the response as its schema gives it, and the service's status. */
export type CallResult<Response extends object> = Omit<Response, keyof ResultBase> & ResultBase;
