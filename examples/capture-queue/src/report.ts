/** The table at the end of a run: how many shipments and how much money, per outcome. */
import type { Pool } from "pg";
import { printTable } from "./print-table.ts";

const meanings: readonly (readonly [kind: string, meaning: string])[] = [
  ["captured", "captured and booked"],
  ["captured_incomplete", "captured and booked; answer incomplete, for a look"],
  ["by_hand captured", "settled by hand: captured and booked"],
  ["by_hand not captured", "settled by hand: not captured"],
  ["pending", "accepted, still pending at the service; for a look"],
  ["rejected", "rejected by the service"],
  ["invalid", "not sent: the input is wrong"],
  ["parked", "parked: the outcome is unknown"],
  ["abandoned", "parked: the worker died before it stored an outcome"],
  ["open", "under way"],
  ["released", "not sent yet, to be tried again"],
  ["waiting", "waiting"],
];

export interface ReportRow {
  readonly kind: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
}

export async function readReport(pool: Pool): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `select case
         when i.state is null then 'waiting'
         when i.state <> 'settled' then i.state
         when i.result->>'outcome' = 'by_hand' then
           'by_hand ' || case when b.shipment_id is null then 'not captured' else 'captured' end
         else i.result->>'outcome'
       end as kind, s.currency, count(*)::int as count, sum(s.amount)::text as amount
     from shipments s
       left join intents i on i.key = 'capture:' || s.id
       left join books b on b.shipment_id = s.id
     group by 1, 2`,
  );
  return rows;
}

export async function printReport(pool: Pool): Promise<void> {
  const rows = await readReport(pool);
  const lines = meanings.flatMap(([kind, meaning]) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ currency, count, amount }) => [meaning, String(count), amount, currency]),
  );
  printTable(["shipments", "number", "amount", ""], lines);
  const { rows: booked } = await pool.query(
    "select currency, count(*)::int as count, sum(amount)::text as amount from books group by 1 order by 1",
  );
  for (const { currency, count, amount } of booked)
    console.log(`In the books: ${count} captures, ${amount} ${currency}.`);
}
