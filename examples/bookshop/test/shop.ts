import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { Decimal } from "@prisma/client-runtime-utils";
import { basicAuth, PaymentClient } from "merchant-payments";
import type { FakePaymentService } from "merchant-payments/testing";
import type { OrderRow } from "../src/payments.ts";

const schema = readFileSync(new URL("../schema.sql", import.meta.url), "utf8");

/** Two books. What the customer did not say is null. */
export const order: OrderRow = {
  number: "BOOK-1001",
  currency: "SEK",
  total: new Decimal("487.5000"),
  paymentMethod: "paypal",
  note: "Two books",
  buyer: { id: 4711, email: null, personalNumber: null },
  billing: {
    firstName: "Åsa",
    lastName: "Berg",
    street: null,
    postalCode: "903 26",
    city: "Umeå",
    country: "SE",
  },
  delivery: null,
  books: [
    {
      isbn: "9789100123456",
      title: "Kallocain",
      copies: new Decimal("2.000"),
      price: new Decimal("200.0000"),
      vatPercent: new Decimal("6.00"),
    },
    { isbn: null, title: "Gift card", copies: new Decimal("1.000"), price: new Decimal("63.5000"), vatPercent: null },
  ],
};

const db = new PGlite();
await db.exec(schema);

/** The shop, with an order in its database that is packed in two parcels. */
export async function openShop(service: FakePaymentService, baseUrl: string) {
  await db.exec(`
    truncate orders, shipments, shipment_lines;
    insert into orders (number, currency, total, payment_method) values ('BOOK-1001', 'SEK', 487.5, 'paypal');
    insert into shipments (id, order_number, amount) values (1, 'BOOK-1001', 424), (2, 'BOOK-1001', 63.5);
    insert into shipment_lines values
      (1, '9789100123456', 'Kallocain', 2, 6, 424), (2, null, 'Gift card', 1, null, 63.5);
  `);
  const payments = new PaymentClient({ baseUrl, auth: basicAuth(service.merchantId, service.password) });

  /** The customer pays with PayPal. */
  async function pay(orderId: string, options = {}) {
    const { transactionId } = service.authorize(orderId, { paymentMethod: "paypal", ...options });
    await db.query("update orders set transaction_id = $1", [transactionId]);
  }
  async function shipments() {
    return (await db.query("select state, note from shipments order by id")).rows;
  }
  return { payments, db, pay, shipments };
}
