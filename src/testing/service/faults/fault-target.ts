/** Which calls a fault is for. */
import * as z from "zod/mini";
import { optionsOf } from "../../../model/options.js";
import type { FakeOperationName } from "../operation-name.js";
import type { CallIds } from "../state/ledger-records.js";

/** The order or authorization that a call must be about. A call must match every field that is set. */
export interface FaultTarget {
  /** Fits no call that creates an order, because the order has no id yet. */
  readonly orderId?: string;
  /** The authorization's transaction. */
  readonly transactionId?: string;
  readonly orderNumber?: string;
}

/** How a target is read. */
const id = z.exactOptional(z.string());
export const targetSchema = optionsOf({ orderId: id, transactionId: id, orderNumber: id });

/** A call that a fault may strike. */
export interface FaultyCall {
  readonly operation: FakeOperationName;
  /** What it is about; looked up only if a fault is not for all calls. */
  about(): CallIds;
}

/** The calls that an armed fault is for. */
interface ForCalls {
  readonly operation?: FakeOperationName;
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
