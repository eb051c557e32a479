import { drizzle } from "drizzle-orm/node-postgres";
import { numeric, pgSchema, text } from "drizzle-orm/pg-core";
import type { OnceBook } from "merchant-payments/once";
import type { PoolClient } from "pg";

const books = pgSchema("payments").table("books", {
  merchant: text(),
  shipment: text(),
  amount: numeric(),
});

export const book: OnceBook<PoolClient> = (tx, { merchant, key, request }) => {
  const line = { merchant, shipment: key, amount: request.totalAmount };
  return drizzle(tx).insert(books).values(line);
};
