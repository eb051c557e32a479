// What the clients send. All of them send the same body; only ours makes it from an input and checks that first.

export type CaseName = "finalize" | "order10" | "order1000";

/** One kind of call, and how many of them a measurement takes. */
export interface Case {
  readonly name: CaseName;
  readonly title: string;
  readonly warmUp: number;
  /** Calls in one client's turn: enough for each turn to include garbage collection. */
  readonly calls: number;
  /** Calls while nothing may be collected. */
  readonly callsOnHeap: number;
  /** Whether 64 callers at once are measured too. */
  readonly atOnce: boolean;
}

export const cases: readonly Case[] = [
  { name: "finalize", title: "`finalize`, two lines", warmUp: 2_500, calls: 200, callsOnHeap: 100, atOnce: true },
  { name: "order10", title: "An order of ten lines", warmUp: 2_500, calls: 200, callsOnHeap: 100, atOnce: true },
  { name: "order1000", title: "An order of 1,000 lines", warmUp: 120, calls: 20, callsOnHeap: 10, atOnce: false },
];

/** What a client is to do, and where. */
export interface Target {
  readonly caseName: CaseName;
  readonly baseUrl: string;
  /** The file of the built library, for our own client. */
  readonly library: string;
  /** The request that our client sends, for clients that only send. */
  readonly url: string;
  readonly body: string;
}

/** A client file's one export: makes the client and gives its call. */
export type Connect = (target: Target) => Call | Promise<Call>;
export type Call = () => Promise<unknown>;

export const merchant = { id: "merchant-1", password: "bench-password" };

/** Of the clients that only send. */
export const headers = {
  accept: "application/json",
  "content-type": "application/json",
  authorization: `Basic ${Buffer.from(`${merchant.id}:${merchant.password}`).toString("base64")}`,
};

export const finalization = {
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "202603040000000001",
  totalAmount: "250.00",
  lineItems: lines(2),
};

export const orders = { order10: order(10), order1000: order(1_000) };

/** The request of a case as the library sends it. */
export async function requestOf(caseName: CaseName, library: string, baseUrl: string) {
  const { PaymentClient, basicAuth } = (await import(library)) as typeof import("merchant-payments");
  const client = new PaymentClient({ baseUrl, auth: basicAuth(merchant.id, merchant.password) });
  return caseName === "finalize"
    ? client.preview("finalize", finalization)
    : client.preview("createOrder", orders[caseName]);
}

function order(count: number) {
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
