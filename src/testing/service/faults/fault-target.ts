/** Which calls a fault is for. */
import { checkKeys } from "../known-names.js";
import type { FakeOperation } from "../operations/service-operations.js";

/** The order or authorization that a call must be about. A call must match every field that is set. */
export interface FaultTarget {
  /** Fits no call that creates an order, because the order has no id yet. */
  readonly orderId?: string;
  /** The authorization's transaction. */
  readonly transactionId?: string;
  readonly orderNumber?: string;
}

/** @throws TypeError for an unknown key, and for an id that is no text. */
export function checkTarget(target: unknown): void {
  checkKeys("only", target, ["orderId", "transactionId", "orderNumber"]);
  const [name] = Object.entries(target as FaultTarget).find(([, id]) => typeof id !== "string") ?? [];
  if (name !== undefined) throw new TypeError(`only.${name} must be text, as the service gave it.`);
}

/** What is known about a call. */
export type CallIds = { readonly [Name in keyof FaultTarget]-?: string | undefined };

/** A call that a fault may strike. */
export interface FaultyCall {
  readonly operation: FakeOperation;
  /** What it is about; looked up only if a fault is not for all calls. */
  about(): CallIds;
}

/** The part of an armed fault that matters here. */
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
