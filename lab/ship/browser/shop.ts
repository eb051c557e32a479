import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { type FakePaymentMethod, fault, startPaymentServer } from "merchant-payments/testing";
import { onTestFinished } from "vitest";

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A merchant's client, and the fake that it calls, until the test ends. */
export async function openShop() {
  const server = await startPaymentServer({ basePath: "/api" });
  onTestFinished(() => server.close());
  const { baseUrl, service } = server;
  const { merchantId, password } = service;
  const auth = basicAuth(merchantId, password);
  const authorization = `Basic ${btoa(`${merchantId}:${password}`)}`;
  const payments = new PaymentClient({ baseUrl, auth, maxRetries: 0 });
  return {
    ...server,
    payments,
    /** For a request without the client. */
    headers: { authorization, "content-type": "application/json" },
    /** Creates a simple order and returns its id. */
    async order(orderNumber: string, totalAmount = "125.00") {
      const { orderId } = await payments.createOrder({ orderNumber, totalAmount, currencyCode: "SEK" });
      return orderId;
    },
    /** The customer pays. Returns the transaction id. */
    pay: (orderId: string, paymentMethod: FakePaymentMethod, pending = false) =>
      service.authorize(orderId, { paymentMethod, pending }).transactionId,
  };
}

/** Creates orders, payments and requests in every state that the page shows. */
export async function busyDay({ service, payments, order, pay }: Shop): Promise<void> {
  const tea = { id: "1", name: "Tea, first flush", quantity: "3", taxPercent: "12", totalLineAmount: "67.17" };
  const pot = { id: "2", name: "Teapot", quantity: "1", taxPercent: "25", totalLineAmount: "432.83" };
  const bill = await payments.createOrder({
    orderNumber: "ORDER-1001",
    totalAmount: "500.00",
    currencyCode: "SEK",
    lineItems: [tea, pot],
    billTo: { name: { firstName: "Åsa", lastName: "Öberg" }, address: { street1: "Storgatan 1", city: "Umeå" } },
    customer: { customerId: "C-77", emailAddress: "asa@example.se" },
    orderDescription: "Tea and a pot",
  });
  const parts = pay(bill.orderId, "paypal");
  await payments.finalize({ orderId: bill.orderId, transactionId: parts, totalAmount: "67.17", lineItems: [tea] });

  const finalize = async (orderId: string, transactionId: string, totalAmount: string) =>
    void (await toResult(payments.finalize({ orderId, transactionId, totalAmount })));
  const card = await order("ORDER-1002");
  const captured = pay(card, "card");
  await finalize(card, captured, "110.50");
  await finalize(card, captured, "14.50");
  const pending = await order("ORDER-1003", "12345678901234567.89");
  await finalize(pending, pay(pending, "other", true), "2345678901234567.89");
  service.annul(pay(await order("ORDER-1004", "89.90"), "swish"));
  const lost = await order("ORDER-1005", "42.00");
  service.faults.next("finalize", fault.loseResponse());
  await finalize(lost, pay(lost, "card"), "42.00");
  service.faults.next("createOrder", fault.status(503));
  await toResult(order("ORDER-1006"));
}
