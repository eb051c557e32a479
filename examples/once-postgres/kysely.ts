import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { OnceBook } from "merchant-payments/once";
import type { PoolClient } from "pg";

/** Makes queries, and has no connection: each query is sent through `tx`. */
const kysely = new Kysely<{ "payments.books": { merchant: string; shipment: string; amount: string } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export const book: OnceBook<PoolClient> = (tx, { merchant = "", key, request }) => {
  const query = kysely.insertInto("payments.books").values({ merchant, shipment: key, amount: request.totalAmount });
  const { sql, parameters } = query.compile();
  return tx.query(sql, [...parameters]);
};
