import { drizzle } from "drizzle-orm/node-postgres";
import { integer, numeric, pgSchema, text } from "drizzle-orm/pg-core";
import type { OnceOptions } from "merchant-payments/once";
import type { PoolClient } from "pg";

const books = pgSchema("payments").table("books", {
  merchant: text(),
  shipment: text(),
  closing: integer(),
  amount: numeric(),
});

type Hook = OnceOptions<PoolClient>["book"];

export const book: Hook = (tx, { merchant, key, closing, request }) => {
  const amount = request.totalAmount;
  const line = { merchant, shipment: key, closing, amount };
  return drizzle(tx).insert(books).values(line).onConflictDoNothing();
};
