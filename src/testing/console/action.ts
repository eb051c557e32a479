/** Actions of the control API. */
import type * as z from "zod/mini";
import { optionsOf, readOptions } from "../../model/options.js";
import { isJsonObject, type JsonObject, parseJson } from "../service/rules/json.js";
import { ControlRejection } from "./control-rejection.js";

/** Changes the fake, and returns the response. */
export type Action = (name: string, fields: JsonObject) => Promise<Response>;

/** The actions by the last part of their path; each is a POST with a JSON object. */
export type Actions = Readonly<Record<string, Action>>;

/** An action that reads its fields first. */
export function action<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  act: (fields: Fields<Shape>) => object | undefined | Promise<object | undefined>,
  httpStatus = 200,
): Action {
  const schema = optionsOf(shape) as z.ZodMiniType<Fields<Shape>>;
  return async (name, fields) => jsonResponse((await act(readOptions(name, schema, fields))) ?? {}, httpStatus);
}

type Fields<Shape extends z.core.$ZodLooseShape> = z.output<ReturnType<typeof optionsOf<Shape>>>;

export function jsonResponse(response: object, status = 200): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return new Response(JSON.stringify(response), { status, headers });
}

/** The fields of a body; none if it is empty. */
export function parseFields(body: string): JsonObject {
  try {
    const value = parseJson(body.trim() === "" ? "{}" : body);
    if (isJsonObject(value)) return value;
  } catch {
    // rejected below, like any other body that is no object
  }
  throw new ControlRejection(400, "The body must be a JSON object.");
}
