import type { JsonObject } from "../service/rules/json.js";
import { ControlRejection } from "./control-rejection.js";

type Done = { readonly httpStatus: 200 | 201; readonly response: object };

/** An action: what it responses, and with which HTTP status. */
export type Action = (fields: JsonObject) => Done | Promise<Done>;

/** The actions by the last part of their path; each is a POST with a JSON object. */
export type Actions = Readonly<Record<string, Action>>;

export const done: Done = { httpStatus: 200, response: {} };

/** Rejects what the service rejects: it throws an error that names the rule. */
export function attempt<T>(action: () => T, httpStatus: 400 | 409 = 409): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof ControlRejection) throw error;
    throw new ControlRejection(error instanceof RangeError ? 400 : httpStatus, (error as Error).message);
  }
}
