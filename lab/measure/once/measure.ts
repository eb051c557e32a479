/** The work of a store for a capture, with few keys in it and with many. The service is a stub that responds at once. */
import { availableParallelism, loadavg } from "node:os";
import { basicAuth, Decimal, type FinalizeResult, PaymentClient } from "merchant-payments";
import { Once, type OnceRecord } from "merchant-payments/once";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { report } from "../../record.ts";
import { postgresAtWork } from "./measure-postgres.ts";
import { sqliteAtWork } from "./measure-sqlite.ts";

/** What a store has done since it was begun with. */
export interface Work {
  readonly statements: number;
  readonly commits: number;
  /** Written ahead. */
  readonly bytes: number;
}

/** A store with keys in it, and a way to see its work. */
export interface AtWork<Tx> extends Pick<ConstructorParameters<typeof Once<Tx>>[0], "store" | "book"> {
  readonly name: string;
  /** Captures at a time. */
  readonly atOnce: number;
  /** With so many captures like this one, under keys and authorizations of their own. */
  readonly fill: (like: OnceRecord, keys: number) => Promise<void>;
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<Work>;
}

const amount = "125.00";
const authorization = { paymentMethod: "card", authorizedAmount: amount, currencyCode: "SEK" } as const;
const client = new PaymentClient({ baseUrl: "https://payments.example.com", auth: basicAuth("merchant", "password") });
const result = {
  transactionId: "000000000000000001",
  batchId: "2026-11-22",
  canFinalizeAgain: false,
  pending: false,
  totalAmountFinalized: new Decimal(amount),
  totalAmountPendingFinalization: new Decimal(0),
  amountRemainingForFinalize: new Decimal(0),
} as FinalizeResult;
const payments = {
  preview: client.preview.bind(client),
  check: client.check.bind(client),
  finalize: async () => result,
  resolveFinalization: client.resolveFinalization.bind(client),
};

export async function measure(postgres: Postgres, of: { readonly captures: number; readonly keys: readonly number[] }) {
  const load = loadavg()[0]?.toFixed(2);
  const rows: string[] = [];
  for (const keys of of.keys) {
    rows.push(await row(await postgresAtWork(postgres, `measure_${keys}`), keys, of.captures));
    rows.push(await row(await sqliteAtWork(), keys, of.captures));
  }
  report(
    "once",
    `| store | keys in it | captures at a time | statements | commits | bytes written ahead | captures per second |
|---|---:|---:|---:|---:|---:|---:|
${rows.toSorted().join("\n")}

For one capture, its reservation, its outcome and its line in the books: ${of.captures} captures in each row, by one process.
${availableParallelism()} cores for the process and PostgreSQL 15 on a socket; load average when it began ${load}.`,
    "performance.md",
  );
}

async function row<Tx>(atWork: AtWork<Tx>, keys: number, captures: number): Promise<string> {
  const { name, store, book, atOnce, fill, begin, end } = atWork;
  const once = new Once({ payments, store, book });
  const capture = async (number: number) => {
    const record = await once.finalize(`new-${number}`, shipment(number), { authorization });
    if (record.state !== "captured" || !record.isBooked) throw new Error(`${record.key} is ${record.state}`);
  };
  await capture(captures);
  const like = (await store.find(`new-${captures}`)) as OnceRecord;
  await fill(like, keys);
  const numbers = Array.from({ length: captures }, (_, number) => number);
  await begin();
  const begun = performance.now();
  const worker = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      await capture(number);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - begun) / 1_000;
  const { statements, commits, bytes } = await end();
  const each = (total: number) => (total / captures).toFixed(1);
  const figures = [
    keys,
    atOnce,
    each(statements),
    each(commits),
    Math.round(bytes / captures),
    Math.round(captures / seconds),
  ];
  return `| ${name} | ${figures.join(" | ")} |`;
}

const shipment = (number: number) => ({ transactionId: String(number).padStart(18, "0"), totalAmount: amount });
