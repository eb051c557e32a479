import type { StandardSchema } from "../../model/standard-schema.js";
import { withoutPrototype } from "../../wire/json.js";
import type { DefinedOperation, OperationDefinition, PathValue } from "./definition.js";
import { faultOf } from "./description-fault.js";

/** The names in braces in a path. */
type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

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
  Response extends object,
  Given,
  const Verb extends "POST" | "GET" = "POST",
>(
  definition: OperationDefinition<Path, Input, Output, Response> & {
    readonly response: StandardSchema<Given, Response>;
    readonly method?: Verb;
  },
): DefinedOperation<Input, Output, Response> & {
  readonly response: StandardSchema<Given, Response>;
  readonly method: Verb;
} {
  const fault = faultOf(definition);
  if (fault !== undefined) throw new TypeError(`defineOperation: ${fault}`);
  const { method = "POST", ...own } = withoutPrototype(definition);
  return Object.freeze(withoutPrototype({ ...own, method: method as Verb }));
}
