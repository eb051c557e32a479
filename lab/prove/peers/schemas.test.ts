/** The guide's three operations against the fake, on every adapter, over node:http and fetch. */
import { Decimal, defineOperation, type PaymentClient } from "merchant-payments";
import { fault, rejection } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { zod } from "../../../test/operations/custom/described.js";
import { clientOfFake, errorOf } from "../../../test/support/client.js";
import {
  type Adapter,
  fetchAdapter,
  mswAdapter,
  type OpenAdapter,
  serverAdapter,
} from "../../../test/support/service-adapters.js";
import { arktype, valibot } from "./described.js";

const overFetch = ({ service, baseUrl }: OpenAdapter) => clientOfFake(service, { baseUrl, fetch: globalThis.fetch });
const ways: [name: string, adapter: Adapter, clientOf: (open: OpenAdapter) => PaymentClient, described: typeof zod][] =
  [
    ["service.fetch", fetchAdapter, ({ payments }) => payments, zod],
    ["MSW, over node:http", mswAdapter, ({ payments }) => payments, zod],
    ["MSW, over a fetch", mswAdapter, overFetch, zod],
    ["the server, over node:http", serverAdapter, ({ payments }) => payments, valibot],
    ["the server, over a fetch", serverAdapter, overFetch, arktype],
  ];

describe.each(ways)(
  "custom operations through %s",
  (_name, adapter, clientOf, { initializePayment, annulPayment, findPayment }) => {
    /** A service that handles the three operations, with an authorization of 125.00. */
    async function opened() {
      const open = await adapter.open();
      const { service } = open;
      const { orderId, transactionId } = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
      service.on(initializePayment, ({ input, order }) => {
        if (order === undefined) return rejection("ORDER_NOT_FOUND");
        return { sessionId: `S-${input.totalAmount}`, url: input.returnUrl };
      });
      service.on(annulPayment, ({ input }) => {
        service.annul(input.transactionId);
        return { totalAmountAnnulled: new Decimal("125.00") };
      });
      service.on(findPayment, ({ input }) => ({
        state: input.withHistory === "true" ? "long" : "short",
        finalized: [new Decimal("12345678901234567890.12")],
      }));
      return { ...open, payments: clientOf(open), orderId, transactionId };
    }

    test("return what their handlers return", async () => {
      await using at = await opened();
      const { payments, orderId, transactionId } = at;
      const url = "https://shop.example.com/paid";
      const session = await payments.call(initializePayment, { orderId, returnUrl: url, totalAmount: "125.00" });
      expect(session).toMatchObject({ sessionId: "S-125.00", url });
      const found = await payments.call(findPayment, { transactionId, withHistory: true });
      expect(found).toMatchObject({ state: "long", finalized: [new Decimal("12345678901234567890.12")] });
      expect((await payments.call(annulPayment, { transactionId })).totalAmountAnnulled.toFixed(2)).toBe("125.00");
      const error = await errorOf(payments.finalize({ transactionId, totalAmount: "125.00" }));
      expect(error).toMatchObject({ statusKey: "PAYMENT_ANNULLED" });
      await payments.close();
    });

    test("end unknown after a lost response, except a read, which is repeated", async () => {
      await using at = await opened();
      const { service, payments, transactionId } = at;
      service.faults.next("annulPayment", fault.loseResponse());
      service.faults.next("findPayment", fault.loseResponse());
      const error = await errorOf(payments.call(annulPayment, { transactionId }));
      expect(error).toMatchObject({ code: "connection", outcome: "unknown", operation: "annulPayment", transactionId });
      expect(await payments.call(findPayment, { transactionId })).toMatchObject({ state: "short" });
      expect(service.requests.map(({ operation }) => operation)).toEqual([
        "annulPayment",
        "findPayment",
        "findPayment",
      ]);
      await payments.close();
    });

    test("end rejected by the service, or for an unknown path", async () => {
      await using at = await opened();
      const { payments } = at;
      const payment = { returnUrl: "https://shop.example.com", totalAmount: "1.00" };
      const orderId = "00000000-0000-4000-8000-000000000001";
      const rejected = await errorOf(payments.call(initializePayment, { ...payment, orderId }));
      expect(rejected).toMatchObject({ statusKey: "ORDER_NOT_FOUND", outcome: "rejected", orderId });
      const elsewhere = defineOperation({ ...initializePayment, path: "/nowhere" });
      const nowhere = await errorOf(payments.call(elsewhere, { ...payment, orderId }));
      expect(nowhere).toMatchObject({ outcome: "rejected", httpStatus: 404 });
      await payments.close();
    });
  },
);
