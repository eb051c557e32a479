import * as kysely from "kysely";
import type { OnceBook } from "merchant-payments/once";
import type { PoolClient } from "pg";

interface Tables {
  "payments.books": {
    merchant: string | undefined;
    shipment: string;
    amount: string;
  };
}

/** Makes queries, without a connection of its own. */
const tables = new kysely.Kysely<Tables>({
  dialect: {
    createAdapter: () => new kysely.PostgresAdapter(),
    createDriver: () => new kysely.DummyDriver(),
    createIntrospector: (db) => new kysely.PostgresIntrospector(db),
    createQueryCompiler: () => new kysely.PostgresQueryCompiler(),
  },
});

export const book: OnceBook<PoolClient> = (tx, { merchant, key, request }) => {
  const line = { merchant, shipment: key, amount: request.totalAmount };
  const query = tables.insertInto("payments.books").values(line).compile();
  return tx.query(query.sql, [...query.parameters]);
};
