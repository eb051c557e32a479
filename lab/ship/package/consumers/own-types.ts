// A merchant's own interfaces, classes and database rows are accepted without a cast.
import { Decimal, type Finalization, type PaymentClient } from "merchant-payments";

interface Row {
  id: string;
  name: string | null;
  total: Decimal;
}

interface CartLine {
  id: string;
  name: string | null;
  totalLineAmount: Decimal;
  readonly weightInGrams: number;
}

class Recipient {
  city: string | undefined = "Umeå";
  postalCode: string | null = null;
  doorCode = "0042";
}

/** The type of a client's stand-in in a unit test. */
export type Payments = Pick<PaymentClient, "createOrder" | "finalize">;

export async function placeOrder(payments: Payments, rows: readonly Row[], email: string | null) {
  const lineItems: CartLine[] = rows.map(({ id, name, total }) => {
    return { id, name, totalLineAmount: total, weightInGrams: 5 };
  });
  const totalAmount = rows.reduce((sum, { total }) => sum.plus(total), new Decimal(0));
  const order = { orderNumber: "ORDER-1001", totalAmount, currencyCode: "SEK", shipTo: null };
  const { orderId } = await payments.createOrder(
    {
      ...order,
      lineItems,
      billTo: { address: new Recipient() },
      customer: email === null ? null : { emailAddress: email },
    },
    { paymentMethod: null, timeoutMs: undefined },
  );
  return orderId;
}

export async function capture(payments: Payments, transactionId: string, orderId: string | null, lines?: CartLine[]) {
  const finalization: Finalization = { transactionId, totalAmount: "125.00", orderId };
  finalization.lineItems = lines;
  const { totalAmountFinalized, batchId } = await payments.finalize(finalization, { authorization: null });
  return { captured: totalAmountFinalized.toFixed(2), batchId };
}
