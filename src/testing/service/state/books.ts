/** What the service has registered, authorized and finalized. */
import type { CallIds } from "../faults/fault-target.js";
import type { FakeAuthorization } from "../rules/authorizations.js";
import type { FakeFinalization } from "../rules/finalizations.js";
import type { FakeOrder } from "../rules/orders.js";
import { fieldOf } from "../rules/received-values.js";
import { Records } from "./records.js";

export interface Books {
  /** Orders, grouped by their number. */
  readonly orders: Records<FakeOrder>;
  /** Authorizations, grouped by their order. */
  readonly authorizations: Records<FakeAuthorization>;
  /** Finalizations, grouped by their authorization. */
  readonly finalizations: Records<FakeFinalization>;
}

export function emptyBooks(): Books {
  return {
    orders: new Records({ id: ({ orderId }) => orderId, group: ({ orderNumber }) => orderNumber }),
    authorizations: new Records({ id: ({ transactionId }) => transactionId, group: ({ orderId }) => orderId }),
    finalizations: new Records({
      id: ({ transactionId }) => transactionId,
      group: ({ authorizationId }) => authorizationId,
    }),
  };
}

/** All identifiers of the authorization and the order that the values of a call name. */
export function namedBy(values: object, { orders, authorizations }: Books): CallIds {
  const transactionId = textOf(values, "transactionId");
  const orderId = authorizations.find(transactionId)?.orderId ?? textOf(values, "orderId")?.toLowerCase();
  return { orderId, transactionId, orderNumber: orders.find(orderId)?.orderNumber ?? textOf(values, "orderNumber") };
}

function textOf(values: object, name: string): string | undefined {
  const value = fieldOf(values, name);
  return typeof value === "string" ? value : undefined;
}
