/** What the service has registered, authorized and finalized. */
import type { FakeAuthorization } from "../rules/authorizations.js";
import type { FakeFinalization } from "../rules/finalizations.js";
import type { FakeOrder } from "../rules/orders.js";
import { Records } from "./records.js";

export interface Books {
  /** Grouped by their number. */
  readonly orders: Records<FakeOrder>;
  /** Grouped by their order. */
  readonly authorizations: Records<FakeAuthorization>;
  /** Grouped by the authorization that was finalized. */
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
