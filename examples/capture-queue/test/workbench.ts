/** A database, the fake of the service in this process, and what it takes to deliver a job by hand. */
import { randomUUID } from "node:crypto";
import { basicAuth, PaymentClient } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import type { Capturing } from "../src/capture.ts";
import { openPool } from "../src/database.ts";
import { read, type StoredIntent } from "../src/guard.ts";
import type { StoredResult } from "../src/outcome.ts";
import { Presence } from "../src/presence.ts";
import { bossOn } from "../src/queue.ts";
import { setUp } from "../src/set-up.ts";
import { ship } from "../src/shipments.ts";
import { type Postgres, startPostgres } from "../stage/postgres.ts";

export interface Workbench {
  readonly postgres: Postgres;
  readonly pool: Pool;
  readonly boss: PgBoss;
  readonly service: FakePaymentService;
  readonly capturing: Capturing;
  paymentsWith(fetch: typeof globalThis.fetch): PaymentClient;
  /** A shipment of 125.00 SEK whose authorization would take a second capture too; gives its id. */
  shipped(options?: { pending?: boolean }): Promise<string>;
  intentOf(shipmentId: string): Promise<StoredIntent & { readonly result: StoredResult }>;
  /** The amount in the books, undefined when there is none. */
  booked(shipmentId: string): Promise<string | undefined>;
  end(): Promise<void>;
}

export async function setUpWorkbench(): Promise<Workbench> {
  const postgres = startPostgres();
  const databaseUrl = postgres.createDatabase("workbench");
  const pool = openPool(databaseUrl, 5);
  await setUp(pool);
  const boss = bossOn(pool);
  await boss.start();
  const service = new FakePaymentService();
  const auth = basicAuth(service.merchantId, service.password);
  const paymentsWith = (fetch: typeof globalThis.fetch) =>
    new PaymentClient({ baseUrl: "https://payments.test", auth, fetch, maxRetries: 0 });
  const presence = await Presence.begin(databaseUrl);
  return {
    postgres,
    pool,
    boss,
    service,
    capturing: { pool, presence, payments: paymentsWith(service.fetch), graceMs: 60_000 },
    paymentsWith,
    async shipped({ pending = false } = {}) {
      const sold = { paymentMethod: "other", amount: "500.00", orderNumber: "ORDER-1", pending } as const;
      const { orderId, transactionId } = service.sell(sold);
      const id = randomUUID();
      const shipment = { id, orderNumber: "ORDER-1", orderId, transactionId, paymentMethod: "other" } as const;
      await ship(pool, boss, [{ ...shipment, authorizedAmount: "500.00", amount: "125.00", currency: "SEK" }]);
      return id;
    },
    async intentOf(shipmentId) {
      return (await read(pool, `capture:${shipmentId}`)) as StoredIntent & { result: StoredResult };
    },
    async booked(shipmentId) {
      const { rows } = await pool.query("select amount from books where shipment_id = $1", [shipmentId]);
      return rows[0]?.amount;
    },
    async end() {
      await boss.stop();
      await presence.end();
      await pool.end();
      postgres.remove();
    },
  };
}
