import { SquareClient } from "square";
import type { Target } from "../workload.ts";

export function connect({ baseUrl }: Target): () => Promise<unknown> {
  const square = new SquareClient({ token: "bench", baseUrl });
  return () =>
    square.payments.create({
      sourceId: "ccof:GaJGNaZa8x4OgDJn4GB",
      idempotencyKey: "7b0f3ec5-086a-4871-8f13-3c81b3875218",
      amountMoney: { amount: 25000n, currency: "USD" },
      appFeeMoney: { amount: 10n, currency: "USD" },
      autocomplete: true,
      customerId: "W92WH6P11H4Z77CTET0RNTGFW8",
      locationId: "L88917AVBK2S5",
      referenceId: "123456",
      note: "Coffee beans, dark roast, 1.25 kg",
      buyerEmailAddress: "asa@example.se",
      billingAddress: { addressLine1: "Storgatan 1", postalCode: "903 26", locality: "Umeå", country: "SE" },
    });
}
