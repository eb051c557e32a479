/** What the clients send. */
import { join } from "node:path";

export type Client = "ours" | "fetch" | "floor" | "ky" | "stripe";

export const root = join(import.meta.dirname, "../../..");
export const libraryIn = (folder: string) => join(folder, "dist/index.js");

const merchant = { id: "merchant-1", password: "bench-password" };
const credentials = Buffer.from(`${merchant.id}:${merchant.password}`).toString("base64");
const headers = { "content-type": "application/json", authorization: `Basic ${credentials}` };

const line = {
  ...{ articleNumber: "A-1", name: "Coffee beans", description: "Dark roast, whole beans", quantity: "1.25" },
  ...{ unitMeasure: "kg", unitAmountExcludingTax: "80.0000", taxPercent: "25", totalLineTaxAmount: "25.00" },
};
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1), ...line, totalLineAmount: "125.00" }));

const name = { firstName: "Åsa", lastName: "Ek" };
const address = { street1: "Storgatan 1", postalCode: "903 26", city: "Umeå", countryCode: "SE" };
const order = (count: number) => ({
  ...{ orderNumber: "ORDER-1002", totalAmount: `${125 * count}.00`, currencyCode: "SEK", lineItems: lines(count) },
  ...{ customer: { customerId: "C-1", emailAddress: "asa@example.se", name }, billTo: { name, address } },
});

const ids = { orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3", transactionId: "202603040000000001" };
const inputs = {
  finalize: { ...ids, totalAmount: "250.00", lineItems: lines(2) },
  "10 lines": order(10),
  "1,000 lines": order(1_000),
};

/** What a client is to do, and where: plain data, because it goes to other processes. */
export type Target = Awaited<ReturnType<typeof targetOf>>;

export async function targetOf(one: keyof typeof inputs, baseUrl: string) {
  const library = libraryIn(root);
  const { PaymentClient, basicAuth } = (await import(library)) as typeof import("merchant-payments");
  const client = new PaymentClient({ baseUrl, auth: basicAuth(merchant.id, merchant.password) });
  const operation = one === "finalize" ? ("finalize" as const) : ("createOrder" as const);
  const { url, body } = client.preview(operation, inputs[one] as never);
  const ofOurs = { library, baseUrl, merchant, operation, input: inputs[one] };
  return { ...ofOurs, url, headers, body: JSON.parse(body) as object }; // the others get what ours sends, as an object
}
