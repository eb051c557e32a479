/** What the service has registered, authorized and finalized. */
import type { FakeAuthorization } from "../rules/authorizations.js";
import type { FakeFinalization } from "../rules/finalizations.js";
import type { FakeOrder } from "../rules/orders.js";
import { fieldOf } from "../rules/received-values.js";
import { Records } from "./records.js";

/** What the values of a call name. */
export interface CallIds {
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  readonly orderNumber: string | undefined;
}

export interface LedgerRecords {
  /** Orders, grouped by their number. */
  readonly orders: Records<FakeOrder>;
  /** Authorizations, grouped by their order. */
  readonly authorizations: Records<FakeAuthorization>;
  /** Finalizations, grouped by their authorization. */
  readonly finalizations: Records<FakeFinalization>;
}

export function emptyRecords(): LedgerRecords {
  return {
    orders: new Records("orderId", "orderNumber"),
    authorizations: new Records("transactionId", "orderId"),
    finalizations: new Records("transactionId", "authorizationId"),
  };
}

/** The line items of an order that were finalized until now, under any of its authorizations. */
export function linesFinalized({ orderId }: FakeOrder, { authorizations, finalizations }: LedgerRecords) {
  const made = authorizations.ofGroup(orderId).flatMap(({ transactionId }) => finalizations.ofGroup(transactionId));
  return made.flatMap(({ lineItems }) => lineItems);
}

/** All identifiers of the authorization and the order that the values of a call name. */
export function namedBy(values: object, { orders, authorizations }: LedgerRecords): CallIds {
  const transactionId = textOf(values, "transactionId");
  const orderId = authorizations.find(transactionId)?.orderId ?? textOf(values, "orderId")?.toLowerCase();
  return { orderId, transactionId, orderNumber: orders.find(orderId)?.orderNumber ?? textOf(values, "orderNumber") };
}

function textOf(values: object, name: string): string | undefined {
  const value = fieldOf(values, name);
  return typeof value === "string" ? value : undefined;
}
