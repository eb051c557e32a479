import type { Finalization, FinalizeOptions } from "merchant-payments";
import type { Shipment } from "./shipments.ts";

/** What a shipment's capture asks the service for, with what is known of the authorization to check it by. */
export function requestOf(shipment: Shipment): [Finalization, FinalizeOptions] {
  const { orderId, transactionId, amount, paymentMethod, authorizedAmount, currency } = shipment;
  return [
    { orderId, transactionId, totalAmount: amount },
    { authorization: { paymentMethod, authorizedAmount, currencyCode: currency, hasLineItems: false } },
  ];
}
