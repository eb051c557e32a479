/** A bookshop's payments: orders as its ORM reads them, and shipments as PostgreSQL returns them. */
import { setTimeout as sleep } from "node:timers/promises";
import { Decimal } from "@prisma/client-runtime-utils";
import {
  isPaymentMethod,
  lineItem,
  type PaymentClient,
  type PaymentError,
  responseOf,
  toResult,
} from "merchant-payments";

/** As Prisma reads them: a `numeric` column is Prisma's Decimal, and an absent value is null. */
export interface OrderRow {
  number: string;
  currency: string;
  total: Decimal;
  paymentMethod: string | null;
  note: string | null;
  buyer: { id: number; email: string | null; personalNumber: string | null } | null;
  billing: AddressRow;
  delivery: AddressRow | null;
  books: BookRow[];
}

export interface BookRow {
  isbn: string | null;
  title: string;
  copies: Decimal;
  price: Decimal;
  vatPercent: Decimal | null;
}

export interface AddressRow {
  firstName: string | null;
  lastName: string;
  street: string | null;
  postalCode: string | null;
  city: string;
  country: string;
}

/** As a query returns them: `numeric` is text with all its zeros. */
interface ShipmentRow {
  amount: string;
  invoice_number: string | null;
  payment_order_id: string | null;
  transaction_id: string;
  payment_method: string | null;
  currency: string;
  total: string;
  shipped_before: string | null;
}

/** Its columns are named as the payment service names them. */
interface ShipmentLine {
  articleNumber: string | null;
  name: string | null;
  quantity: string | null;
  taxPercent: string | null;
  totalLineAmount: string;
}

/** A pool of node-postgres, or PGlite. */
export interface Database {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

export interface Bookshop {
  payments: Pick<PaymentClient, "createOrder" | "finalize">;
  db: Database;
}

const wholeOere = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 };

const priced = ({ isbn, title, copies, price, vatPercent }: BookRow) =>
  lineItem(
    {
      articleNumber: isbn,
      name: title,
      quantity: copies,
      unitAmountExcludingTax: price,
      taxPercent: vatPercent ?? 0,
    },
    wholeOere,
  );

const party = ({ firstName, lastName, street, postalCode, city, country }: AddressRow) => ({
  name: { firstName, lastName },
  address: { street1: street, postalCode, city, countryCode: country },
});

const methodOf = (column: string | null) => (isPaymentMethod(column) ? column : null);

/**
 * Registers an order at the payment service, before the customer pays.
 *
 * @throws PaymentError
 */
export async function placeOrder({ payments, db }: Bookshop, order: OrderRow): Promise<string> {
  const { buyer, delivery } = order;
  const { orderId } = await payments.createOrder(
    {
      orderNumber: order.number,
      totalAmount: order.total,
      currencyCode: order.currency,
      lineItems: order.books.map(priced),
      billTo: party(order.billing),
      shipTo: delivery && party(delivery),
      customer: buyer && {
        customerId: String(buyer.id),
        emailAddress: buyer.email,
        governmentId: buyer.personalNumber,
      },
      orderDescription: order.note,
    },
    { paymentMethod: methodOf(order.paymentMethod) },
  );
  await db.query("update orders set payment_order_id = $1 where number = $2", [orderId, order.number]);
  return orderId;
}

/** Captures all that is packed. Returns the error that stops the batch, because every other shipment would fail with it too. */
export async function shipAll(shop: Bookshop): Promise<PaymentError | undefined> {
  const { rows } = await shop.db.query<{ id: number }>("select id from shipments where state = 'packed' order by id");
  for (const { id } of rows) {
    const error = await ship(shop, id);
    if (error?.scope === "merchant") return error;
  }
  return undefined;
}

async function ship({ payments, db }: Bookshop, id: number): Promise<PaymentError | undefined> {
  const end = (state: string, note?: object) =>
    persistently(`shipment ${id} is ${state}`, () =>
      db.query("update shipments set state = $2, note = $3 where id = $1", [id, state, note]),
    );

  // Stored before anything is sent: a job that dies here leaves `capturing`, which no job sends again.
  const { rows } = await db.query<ShipmentRow>(
    `update shipments s set state = 'capturing' from orders o
     where s.id = $1 and s.state = 'packed' and o.number = s.order_number
     returning s.amount, s.invoice_number, o.payment_order_id, o.transaction_id, o.payment_method, o.currency, o.total,
       (select sum(amount) from shipments where order_number = o.number and state = 'shipped') as shipped_before`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return undefined; // another job has it
  const { rows: lineItems } = await db.query<ShipmentLine>(
    `select article as "articleNumber", title as name, quantity, vat_percent as "taxPercent", total as "totalLineAmount"
     from shipment_lines where shipment_id = $1`,
    [id],
  );

  const { payment_order_id: orderId, transaction_id: transactionId, amount, invoice_number: invoiceId } = row;
  const capture = await toResult(
    payments.finalize(
      { orderId, transactionId, totalAmount: amount, lineItems, invoiceId },
      {
        authorization: {
          paymentMethod: methodOf(row.payment_method),
          authorizedAmount: row.total,
          finalizedBefore: row.shipped_before,
          currencyCode: row.currency,
          hasLineItems: true,
        },
      },
    ),
  );
  if (capture.ok) {
    await end(capture.value.pending ? "pending" : "shipped");
    return undefined;
  }

  const { error } = capture;
  const { message, advice, outcome, scope } = error;
  const response = responseOf(error); // may contain data that the service echoes: for the books, not for a log
  if (error.safeToRetry) await end("packed");
  else if (outcome === "unknown") await end("check_first", { message, advice, response });
  else if (outcome === "succeeded") await end("shipped", { message, advice, response });
  else await end(scope === "merchant" ? "packed" : "rejected", { message, advice });
  return error;
}

const pausesMs = [100, 1_000, 5_000];

/** Retries to store a known outcome if the database fails. If it keeps failing, the error names the outcome. */
async function persistently(known: string, store: () => Promise<unknown>): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      return void (await store());
    } catch {
      await sleep(pauseMs);
    }
  }
  await store().catch((cause) => {
    throw new Error(`${known}, and that could not be stored`, { cause });
  });
}
