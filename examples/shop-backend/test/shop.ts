import type { FastifyInstance } from "fastify";
import { basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import type { FakePaymentService } from "merchant-payments/testing";
import { buildApp } from "../src/app.ts";
import { InMemoryOrderStore } from "../src/orders.ts";

export const baseUrl = "https://payments.example.com/api";

/** The shop as `src/server.ts` makes it, with the credentials that the fake knows. */
export function openShop(service: FakePaymentService, options: Partial<PaymentClientOptions> = {}) {
  const auth = basicAuth(service.merchantId, service.password);
  const store = new InMemoryOrderStore();
  const log: string[] = [];
  const logger = { stream: { write: (line: string) => void log.push(line) } };
  const app = buildApp({ payments: new PaymentClient({ baseUrl, auth, ...options }), store }, { logger });
  return { app, store, log };
}

export const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

export const checkOut = (app: FastifyInstance, body: object = order) =>
  app.inject({ method: "POST", url: "/checkout", body });

export const ship = (app: FastifyInstance, transactionId: string, orderNumber = order.orderNumber) =>
  app.inject({ method: "POST", url: `/orders/${orderNumber}/ship`, body: { transactionId } });

export const look = async (app: FastifyInstance, orderNumber = order.orderNumber) =>
  (await app.inject({ url: `/orders/${orderNumber}` })).json();

/** An order that the customer has paid for by card. */
export async function paidOrder(app: FastifyInstance, service: FakePaymentService, { pending = false } = {}) {
  const { orderId } = (await checkOut(app)).json();
  return service.authorize(orderId, { paymentMethod: "card", pending });
}
