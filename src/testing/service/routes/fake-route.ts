import type { OperationName } from "../../../errors/facts.js";
import type { FakeStatus } from "../rules/status-catalogue.js";

/** An operation of the service whose rules the fake has. `resolveFinalization` sends a `finalize`. */
export type ContractOperationName = Exclude<OperationName, "resolveFinalization">;

/** An operation by its name: one of the contract's, the fake's own `readTransaction`, or one of `service.on`. */
export type FakeOperationName = ContractOperationName | "readTransaction" | (string & {});

/** An operation of the service: everything that the fake needs to know about it. */
export interface FakeRoute {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** Each begins with "/". A part in braces is a value with that name. */
  readonly paths: readonly string[];
  /** The status of a success; a rejection has 200. */
  readonly httpStatus: 200 | 201;
  /** @param path - The path of `paths` that was called. */
  respond(values: object, path: string): Soon<ResponseFields>;
}

/** The fields that become the JSON of a response. */
export interface ResponseFields {
  readonly status: FakeStatus;
}

/** A value, now or later. */
export type Soon<Value> = Value | Promise<Value>;

/** Continues at once if the value is there, so that a late request has arrived when `clock.advance` returns. */
export function after<Value, Next>(value: Soon<Value>, next: (value: Value) => Next): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
