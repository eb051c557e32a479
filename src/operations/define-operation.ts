import type { Decimal } from "decimal.js";
import type { Effect } from "../errors/advice.js";
import { type Amount, amountText } from "../model/amount.js";
import type { StandardSchema } from "../model/standard-schema.js";
import { type JsonNumber, jsonNumber } from "../wire/json.js";
import type { ResultBase } from "./operation.js";

/** A number with all its digits, which goes into a JSON body as it is: `exactNumber("125.00")` makes one. */
export type ExactNumber = JsonNumber;

/**
 * Decimal text, a Decimal or a number as an exact JSON number, its scale kept: for a schema's `transform`.
 *
 * @throws TypeError when it is no amount.
 */
export const exactNumber = (amount: Amount): ExactNumber => jsonNumber(amountText(amount, "exactNumber: it"));

/** A value that stands in a path or in a query. */
export type PathValue = string | number | Decimal | ExactNumber;

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
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
  readonly answer: StandardSchema<unknown, Answer> | StandardSchema<never, Answer>;
  /** What is sent as JSON. @defaultValue what of the input is in no placeholder */
  readonly body?: (input: Output) => unknown;
  /** What is sent behind the path of a GET. @defaultValue what of the input is in no placeholder */
  readonly query?: (input: Output) => Readonly<Record<string, PathValue | undefined>>;
}

/** What {@link defineOperation} gives, for `payments.call`. */
export type DefinedOperation<Input, Output, Answer extends object> = OperationDefinition<
  string,
  Input,
  Output,
  Answer
> & { readonly method: "POST" | "GET" };

// biome-ignore lint/suspicious/noExplicitAny: whatever its schemas take and give
export type AnyOperation = DefinedOperation<any, any, any>;

/** What a call of one resolves to: the answer as its schema gives it, and the service's status. */
export type CallResult<Answer extends object> = Omit<Answer, keyof ResultBase> & ResultBase;

const TAKEN = ["createOrder", "finalize", "resolveFinalization"];
const PATH = /^(?:\/(?:[\w.~-]*[\w~-][\w.~-]*|\{[A-Za-z_]\w*\}))+$/;

/** An operation of the merchant's own whose result does not matter here. */
// biome-ignore lint/suspicious/noExplicitAny: whatever its schemas give
export type OwnOperation<Input> = DefinedOperation<Input, any, object>;

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
>(definition: OperationDefinition<Path, Input, Output, Answer>): DefinedOperation<Input, Output, Answer> {
  const fault = faultOf(definition);
  if (fault !== undefined) throw new TypeError(`defineOperation: ${fault}`);
  return Object.freeze({ ...definition, method: definition.method ?? "POST" });
}

/** What is wrong with a description, by whoever made it. @internal */
export function faultOf({
  name,
  path,
  effect,
  method = "POST",
  input,
  answer,
}: Partial<AnyOperation>): string | undefined {
  if (!/^[A-Za-z]\w{0,63}$/.test(name ?? "")) return "name must be letters and digits";
  if (TAKEN.includes(name ?? "")) return `${name} is this library's own: take another name`;
  if (!PATH.test(path ?? "")) return "path must be like /orders/{orderId}/annul, without dot segments or a query";
  if (!["read", "write", "money"].includes(effect ?? "")) return 'effect must be "read", "write" or "money"';
  if (method !== "POST" && (method !== "GET" || effect !== "read"))
    return 'method must be POST, or GET with effect "read"';
  const isSchema = (schema: unknown) =>
    typeof (schema as StandardSchema | undefined)?.["~standard"]?.validate === "function";
  return isSchema(input) && isSchema(answer)
    ? undefined
    : "input and answer must be Standard Schemas (zod, valibot, arktype)";
}
