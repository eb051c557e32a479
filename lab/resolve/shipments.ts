/** Orders at the fake, and what is to be finalized of each. */
import type { FakePaymentService } from "merchant-payments/testing";

export type Method = "card" | "invoice" | "paypal";

export interface Part {
  readonly kind: string;
  readonly method: Method;
  readonly transactionId: string;
  readonly orderId: string;
  readonly totalAmount: string;
  readonly finalizedBefore: string;
}

const kinds = [
  { kind: "card", method: "card", share: 6, amounts: ["100.00"] },
  { kind: "card, less than authorized", method: "card", share: 3, amounts: ["70.00"] },
  { kind: "invoice", method: "invoice", share: 9, amounts: ["100.00"] },
  { kind: "PayPal in full", method: "paypal", share: 6, amounts: ["100.00"] },
  { kind: "PayPal in two parts", method: "paypal", share: 3, amounts: ["60.00", "40.00"] },
] as const;

/** One order and its parts, in the order in which they are shipped. */
export function shipment(service: FakePaymentService, number: number): Part[] {
  const { kind, method, amounts } = drawn(number);
  const order = { orderNumber: `ORDER-${number}`, totalAmount: "100.00", currencyCode: "SEK" };
  const { orderId = "", status } = service.createOrder({ ...order, ...(method === "invoice" ? buyer : described) });
  if (orderId === "") throw new Error(status.statusMessage);
  const pending = method !== "card" && number % 40 === 0;
  const { transactionId } = service.authorize(orderId, { paymentMethod: method, pending });
  return amounts.map((totalAmount, index) => {
    const finalizedBefore = index === 0 ? "0" : (amounts[0] as string);
    return { kind, method, transactionId, orderId, totalAmount, finalizedBefore };
  });
}

function drawn(number: number) {
  const drawn = kinds.flatMap((each) => Array.from({ length: each.share }, () => each));
  return drawn[number % drawn.length] ?? kinds[0];
}

const line = { name: "Tea", totalLineAmount: "100.00" };
const described = { lineitems: [], billTo: {}, orderDescription: "Tea" };
const buyer = {
  lineitems: [line],
  billTo: {},
  customer: { customerId: "1", governmentId: "199001011234", emailAddress: "anna@example.com" },
};
