/** Which calls a fault is for. */
import type { FakeOperation } from "../operations/service-operations.js";

/** The order or the authorization that a call is about; what is given must all fit. */
export interface FaultTarget {
  /** Of no call that creates an order: the service has not given it an id yet. */
  readonly orderId?: string;
  /** Of the authorization. */
  readonly transactionId?: string;
  readonly orderNumber?: string;
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
  const { orderId, transactionId, orderNumber } = call.about();
  return (
    isOr(only.orderId?.toLowerCase(), orderId) &&
    isOr(only.transactionId, transactionId) &&
    isOr(only.orderNumber, orderNumber)
  );
}

function isOr(wanted: string | undefined, found: string | undefined): boolean {
  return wanted === undefined || wanted === found;
}
