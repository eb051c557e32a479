import * as kysely from "kysely";
import type { OnceOptions } from "merchant-payments/once";
import type { PoolClient } from "pg";

interface Tables {
  "payments.books": {
    merchant: string | undefined;
    shipment: string;
    closing: number;
    amount: string;
    capture: string | undefined;
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

type Hook = OnceOptions<PoolClient>["book"];

export const book: Hook = (tx, { merchant, key, closing, ...captured }) => {
  const amount = captured.request.totalAmount;
  const capture = captured.finalization.transactionId;
  const line = { merchant, shipment: key, closing, amount, capture };
  const query = tables
    .insertInto("payments.books")
    .values(line)
    .onConflict((conflict) => conflict.doNothing())
    .compile();
  return tx.query(query.sql, [...query.parameters]);
};
