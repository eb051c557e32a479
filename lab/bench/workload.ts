/** What is finalized and ordered: the same for every client that can send it, and for the measurements of our own steps. */

/** Where a client sends its calls. */
export interface Target {
  readonly baseUrl: string;
  readonly operation: "finalize" | "order";
  /** The request as the library sends it, for clients that are given a finished one. */
  readonly url: string;
  readonly body: string;
}

export const merchant = { id: "merchant-1", password: "bench-password" };

export const finalization = {
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "202603040000000001",
  totalAmount: "250.00",
  lineItems: lines(2),
};

export const orderOfTen = order(10);

/** A detailed order of so many lines. */
export function order(count: number) {
  return {
    orderNumber: "ORDER-1002",
    totalAmount: `${125 * count}.00`,
    currencyCode: "SEK",
    lineItems: lines(count),
    customer: {
      customerId: "C-1",
      governmentId: "191212121212",
      emailAddress: "asa@example.se",
      name: { firstName: "Åsa", lastName: "Ek" },
    },
    billTo: {
      name: { firstName: "Åsa", lastName: "Ek" },
      address: { street1: "Storgatan 1", postalCode: "903 26", city: "Umeå", countryCode: "SE" },
    },
    orderDescription: "Coffee",
    merchantReference: "M-1002",
  };
}

function lines(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    articleNumber: `A-${index + 1}`,
    name: "Coffee beans",
    description: "Dark roast, whole beans",
    quantity: "1.25",
    unitMeasure: "kg",
    unitAmountExcludingTax: "80.0000",
    taxPercent: "25",
    totalLineTaxAmount: "25.00",
    totalLineAmount: "125.00",
  }));
}
