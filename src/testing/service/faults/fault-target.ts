/** Which calls a fault is for. */
import { checkKeys } from "../known-names.js";
import type { FakeOperation } from "../operations/service-operations.js";

/** The order or the authorization that a call is about; what is given must all fit. */
export interface FaultTarget {
  /** Of no call that creates an order: the service has not given it an id yet. */
  readonly orderId?: string;
  /** Of the authorization. */
  readonly transactionId?: string;
  readonly orderNumber?: string;
}

/** @throws TypeError for a key that no call is found by, and for an id that is no text. */
export function checkTarget(target: unknown): void {
  checkKeys("only", target, ["orderId", "transactionId", "orderNumber"]);
  const [name] = Object.entries(target as FaultTarget).find(([, id]) => typeof id !== "string") ?? [];
  if (name !== undefined) throw new TypeError(`only.${name} must be text, as the service gave it.`);
}

/** What is known of a call. */
export type CallIds = { readonly [Name in keyof FaultTarget]-?: string | undefined };

/** A call that something may go wrong with. */
export interface FaultyCall {
  readonly operation: FakeOperation;
  /** What it is about; looked up only when a fault is not for all calls. */
  about(): CallIds;
}

/** What is armed, as far as it matters here. */
interface ForCalls {
  readonly operation?: FakeOperation;
  readonly only?: FaultTarget;
}

export function isFor({ operation, only }: ForCalls, call: FaultyCall): boolean {
  if (operation !== undefined && operation !== call.operation) return false;
  if (only === undefined) return true;
  const found = call.about();
  const { orderId, ...others } = only;
  const wanted = Object.entries({ ...(orderId && { orderId: orderId.toLowerCase() }), ...others });
  return wanted.every(([name, id]) => found[name as keyof CallIds] === id);
}
