import { drizzle } from "drizzle-orm/node-postgres";
import { integer, numeric, pgSchema, text } from "drizzle-orm/pg-core";
import type { OnceOptions } from "merchant-payments/once";
import type { PoolClient } from "pg";

const books = pgSchema("payments").table("books", {
  merchant: text(),
  shipment: text(),
  closing: integer(),
  amount: numeric(),
  capture: text(),
});

type Hook = OnceOptions<PoolClient>["book"];

export const book: Hook = (tx, { merchant, key, closing, ...captured }) => {
  const amount = captured.request.totalAmount;
  const capture = captured.finalization.transactionId;
  const line = { merchant, shipment: key, closing, amount, capture };
  return drizzle(tx).insert(books).values(line).onConflictDoNothing();
};
