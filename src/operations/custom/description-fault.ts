import { isOperationName } from "../../errors/operation-names.js";
import { withoutPrototype } from "../../wire/json.js";
import type { AnyOperation } from "./definition.js";

const PATH = /^(?:\/(?:(?!\.+(?:\/|$))[\w.~-]+|\{[A-Za-z_]\w*\}))+$/;

/** What is wrong with the description of a custom operation. */
export function faultOf(definition: unknown): string | undefined {
  const given: Partial<AnyOperation> = withoutPrototype(Object(definition));
  const { name = "", path = "", effect, method = "POST", body, query } = given;
  if (!/^[A-Za-z]\w{0,63}$/.test(name)) return "name must be letters and digits";
  if (isOperationName(name)) return `${name} is this library's own: take another name`;
  if (!PATH.test(path)) return "path must be like /orders/{orderId}/annul, without dot segments or a query";
  if (!["read", "write", "money"].includes(effect as string)) return 'effect must be "read", "write" or "money"';
  const isGet = method === "GET" && effect === "read";
  if (method !== "POST" && !isGet) return 'method must be POST, or GET with effect "read"';
  if ((isGet ? body : query) !== undefined) return "body is for POST, and query for GET";
  const areSchemas = [given.input, given.response].every((each) => typeof each?.["~standard"]?.validate === "function");
  return areSchemas ? undefined : "input and response must be Standard Schemas (zod, valibot, arktype)";
}
