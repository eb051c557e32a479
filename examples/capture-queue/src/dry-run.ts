/** What a run would do, without sending or storing anything. */
import { isPaymentError, type PaymentClient } from "merchant-payments";
import type { Pool } from "pg";
import { printTable } from "./print-table.ts";
import { requestOf } from "./request.ts";
import { type Shipment, shipmentColumns } from "./shipments.ts";

const pageSize = 1_000;

export async function dryRun(pool: Pool, payments: PaymentClient): Promise<void> {
  let shown = 0;
  let invalid = 0;
  for await (const shipment of waiting(pool)) {
    const problem = check(payments, shipment);
    if (problem === undefined && shown < 3) console.log(request(payments, shipment));
    shown += 1;
    if (problem === undefined) continue;
    invalid += 1;
    console.log(`would not be sent: ${shipment.id}: ${problem}`);
  }
  const { rows } = await pool.query(
    `select s.currency, count(*)::int as count, sum(s.amount)::text as amount
     from shipments s left join intents i on i.key = 'capture:' || s.id
     where i.key is null or i.state = 'released' group by 1 order by 1`,
  );
  printTable(
    ["would be captured", "number", "amount"],
    rows.map(({ currency, count, amount }) => [currency, String(count), amount]),
  );
  if (invalid > 0) console.log(`${invalid} of them would be refused before they are sent.`);
  console.log("Nothing was sent, and nothing was stored.");
}

async function* waiting(pool: Pool): AsyncGenerator<Shipment> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await pool.query(
      `select ${shipmentColumns} from shipments s left join intents i on i.key = 'capture:' || s.id
       where s.id > $1 and (i.key is null or i.state = 'released') order by s.id limit ${pageSize}`,
      [after],
    );
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows[rows.length - 1].id;
  }
}

function check(payments: PaymentClient, shipment: Shipment): string | undefined {
  try {
    request(payments, shipment);
    return undefined;
  } catch (error) {
    if (isPaymentError(error)) return error.message;
    throw error;
  }
}

function request(payments: PaymentClient, shipment: Shipment): string {
  const { method, url } = payments.preview("finalize", ...requestOf(shipment));
  return `${method} ${url}`;
}
