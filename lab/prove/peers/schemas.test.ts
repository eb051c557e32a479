/** Two operations of the guide against the fake, over node:http and fetch. */
import { Decimal, type PaymentClient } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientOfFake, errorOf } from "../../../test/support/client.js";
import { type OpenAdapter, serverAdapter } from "../../../test/support/service-adapters.js";
import { arktype, valibot } from "./described.js";

const overFetch = ({ service, baseUrl }: OpenAdapter) => clientOfFake(service, { baseUrl, fetch: globalThis.fetch });
const ways: [way: string, clientOf: (open: OpenAdapter) => PaymentClient, described: typeof valibot][] = [
  ["node:http", ({ payments }) => payments, valibot],
  ["a fetch", overFetch, arktype],
];

describe.each(ways)("custom operations over %s", (_way, clientOf, { annulPayment, findPayment }) => {
  /** A service that handles both operations, with an authorization of 125.00. */
  async function opened() {
    const open = await serverAdapter.open();
    const { service } = open;
    const { transactionId } = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    service.on(annulPayment, ({ input }) => {
      service.annul(input.transactionId);
      return { totalAmountAnnulled: new Decimal("125.00") };
    });
    service.on(findPayment, ({ input }) => ({
      state: input.withHistory === "true" ? "long" : "short",
      finalized: [new Decimal("12345678901234567890.12")],
    }));
    return { ...open, payments: clientOf(open), transactionId };
  }

  test("return what their handlers return", async () => {
    await using at = await opened();
    const { payments, transactionId } = at;
    const found = await payments.call(findPayment, { transactionId, withHistory: true });
    expect(found).toMatchObject({ state: "long", finalized: [new Decimal("12345678901234567890.12")] });
    expect((await payments.call(annulPayment, { transactionId })).totalAmountAnnulled.toFixed(2)).toBe("125.00");
    const error = await errorOf(payments.finalize({ transactionId, totalAmount: "125.00" }));
    expect(error).toMatchObject({ statusKey: "PAYMENT_ANNULLED" });
    await payments.close();
  });
});
