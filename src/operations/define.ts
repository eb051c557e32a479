import type { Decimal } from "decimal.js";
import { isOperationName } from "../errors/facts.js";
import type { Effect } from "../errors/status-catalogue.js";
import { type Amount, amountText } from "../model/amount.js";
import type { StandardSchema } from "../model/standard-schema.js";
import { jsonNumber } from "../wire/json.js";

/** A value for a path or a query. A number must be exact: at most 15 significant digits. */
export type PathValue = string | number | boolean | Decimal | ReturnType<typeof exactNumber>;

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

// biome-ignore lint/suspicious/noExplicitAny: its input and its response can have any type
export type AnyOperation = DefinedOperation<any, any, any>;

/** Turns decimal text or a Decimal into an exact JSON number, for a schema's `transform`. @throws TypeError if it is none. */
export const exactNumber = (amount: Amount): { readonly rawJSON: string } =>
  jsonNumber(amountText(amount, "exactNumber: it"));

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** A field that takes a Decimal too, or anything, takes what arrives. */
type NumberIn<Fields> = {
  [Name in keyof Fields]-?: Decimal extends Fields[Name] ? never : Extract<Fields[Name], number>;
}[keyof Fields];

type NumbersRule = "numbers arrive as Decimal: use z.instanceof(Decimal) instead of z.number()";

/** If a field is a number, requires a property that no schema has. The compiler then prints its name. */
type WithoutNumbers<Given> = [NumberIn<Given>] extends [never] ? unknown : { readonly [Rule in NumbersRule]: never };

/**
 * Describes another operation of the service, for `payments.call`. `effect` says whether it moves money.
 * @throws TypeError that names the fault, if the description is invalid.
 */
export function defineOperation<
  const Path extends string,
  Input,
  Output extends { readonly [Name in Placeholder<Path>]: PathValue },
  Response extends object,
  Given,
  const Does extends Effect,
  const Verb extends "POST" | "GET" = "POST",
>(
  definition: OperationDefinition<Path, Input, Output, Response> & {
    readonly response: StandardSchema<Given, Response> & WithoutNumbers<Given>;
    readonly effect: Does;
    readonly method?: Verb;
  },
): DefinedOperation<Input, Output, Response> & {
  readonly response: StandardSchema<Given, Response>;
  readonly effect: Does;
  readonly method: Verb;
} {
  const fault = faultOf(definition);
  if (fault !== undefined) throw new TypeError(`defineOperation: ${fault}`);
  const { method = "POST", ...described } = definition;
  const operation = { ...described, method: method as Verb };
  return Object.freeze(Object.defineProperty(operation, BRAND, { value: true }));
}

/** Registered, for the ESM and CJS builds to accept each other's. Not enumerable, because a changed copy is unchecked. */
const BRAND = Symbol.for("merchant-payments/operation");

export const isDefined = (operation: unknown) => Object.hasOwn(Object(operation), BRAND);

const PATH = /^(?:\/(?:(?!\.+(?:\/|$))[\w.~-]+|\{[A-Za-z_]\w*\}))+$/;

function faultOf(definition: unknown): string | undefined {
  const given: Partial<AnyOperation> = Object(definition);
  const { name = "", path = "", effect, method = "POST", body, query } = given;
  if (!/^[A-Za-z]\w{0,63}$/.test(name)) return "name must be letters and digits";
  if (isOperationName(name)) return `${name} is this library's own: take another name`;
  if (!PATH.test(path)) return "path must be like /orders/{orderId}/annul, without dot segments or a query";
  if (!["read", "write", "money"].includes(effect as string))
    return 'effect must be "read", "write" or, when in doubt, "money"';
  const isGet = method === "GET" && effect === "read";
  if (method !== "POST" && !isGet) return 'method must be POST, or GET with effect "read"';
  if ((isGet ? body : query) !== undefined) return "body is for POST, and query for GET";
  const areSchemas = [given.input, given.response].every((each) => typeof each?.["~standard"]?.validate === "function");
  return areSchemas ? undefined : "input and response must be Standard Schemas (zod, valibot, arktype)";
}
