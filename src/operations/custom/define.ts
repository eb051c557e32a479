import type { Decimal } from "decimal.js";
import type { Effect } from "../../errors/advice.js";
import { type Amount, amountText } from "../../model/amount.js";
import type { StandardSchema } from "../../model/standard-schema.js";
import { jsonNumber, withoutPrototype } from "../../wire/json.js";
import { faultOf } from "./description-fault.js";
import type { ResultBase } from "../../call/operation.js";

/** A number with all its digits, which goes into a JSON body as it is: `exactNumber("125.00")` makes one. */
export interface ExactNumber {
  readonly rawJSON: string;
}

/**
 * Decimal text, a Decimal or a number as an exact JSON number, its scale kept: for a schema's `transform`.
 *
 * @throws TypeError when it is no amount.
 */
export const exactNumber = (amount: Amount): ExactNumber => jsonNumber(amountText(amount, "exactNumber: it"));

/** A value that stands in a path or in a query. A number must be exact: at most 15 significant digits. */
export type PathValue = string | number | boolean | Decimal | ExactNumber;

/** The names in braces in a path. */
export type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** An operation of the service that this library does not offer itself, as its documentation describes it. */
export interface OperationDefinition<Path extends string, Input, Output, Answer extends object> {
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
  /** Any Standard Schema, for the whole JSON of a success; numbers come to it as `Decimal`. */
  readonly answer: StandardSchema<unknown, Answer>;
  /** What is sent as JSON by POST. @defaultValue what of the input is in no placeholder */
  readonly body?: (input: Output) => unknown;
  /** What is sent behind the path by GET. @defaultValue what of the input is in no placeholder */
  readonly query?: (input: Output) => Readonly<Record<string, PathValue | null | undefined>>;
}

/** What {@link defineOperation} gives, for `payments.call`. */
export interface DefinedOperation<Input, Output, Answer extends object>
  extends OperationDefinition<string, Input, Output, Answer> {
  readonly method: "POST" | "GET";
}

/** An operation of the merchant's own, whatever its schemas make of the input and of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: whatever they are
export type AnyOperation<Input = any> = DefinedOperation<Input, any, any>;

/** What a call of one resolves to: the answer as its schema gives it, and the service's status. */
export type CallResult<Answer extends object> = Omit<Answer, keyof ResultBase> & ResultBase;

/**
 * Describes an operation of the service, so that it is called with all that `finalize` has: one deadline, exact amounts,
 * an outcome for every error.
 *
 * @throws TypeError that names what is wrong with the description.
 */
export function defineOperation<
  const Path extends string,
  Input,
  Output extends { readonly [Name in Placeholder<Path>]: PathValue },
  Answer extends object,
  Given,
  const Verb extends "POST" | "GET" = "POST",
>(
  definition: OperationDefinition<Path, Input, Output, Answer> & {
    readonly answer: StandardSchema<Given, Answer>;
    readonly method?: Verb;
  },
): DefinedOperation<Input, Output, Answer> & {
  readonly answer: StandardSchema<Given, Answer>;
  readonly method: Verb;
} {
  const fault = faultOf(definition);
  if (fault !== undefined) throw new TypeError(`defineOperation: ${fault}`);
  const { method = "POST", ...own } = withoutPrototype(definition);
  return Object.freeze(withoutPrototype({ ...own, method: method as Verb }));
}
