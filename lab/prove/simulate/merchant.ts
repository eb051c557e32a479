/** The merchant's own part: processes with a `Once` in each, a queue that delivers at least once, and sweeps. */
import type { DatabaseSync } from "node:sqlite";
import { execute } from "../../../src/call/execute.ts";
import { validate } from "../../../src/call/validate.ts";
import { PaymentClient } from "../../../src/index.ts";
import { Once, OnceStoppedError } from "../../../src/once/index.ts";
import { finalize } from "../../../src/operations/finalize.ts";
import { resolution, resolveFinalization } from "../../../src/operations/resolve-finalization.ts";
import { resolveOptions } from "../../../src/options/client.ts";
import { doing, type Process } from "./doing.ts";
import { network } from "./network.ts";
import type { Line, Night } from "./night.ts";
import { type Delivery, type Fate, HORIZON_MS, type Met, type StoreFate } from "./scenario.ts";
import type { Authorization } from "./service.ts";
import { storeOf } from "./store.ts";

const options = {
  baseUrl: "https://payments.example.com",
  auth: () => ({ authorization: "A" }),
  fetch: () => Promise.reject(new Error("unused")),
  waive: ["positiveTotal" as const],
  maxRetries: 1,
};
const client = new PaymentClient(options);
const resolved = resolveOptions(options);

const times = {
  timeoutMs: 3_000,
  leaseMs: 6_000,
  marginMs: 1_000,
  maxNetworkDelayMs: HORIZON_MS,
  resolveAfterMs: [1_000, 5_000, 30_000],
};

export function newProcess(night: Night, name: string): Process {
  const through = { ...resolved, exchange: network(night) };
  const payments = {
    finalize: (...call: Parameters<PaymentClient["finalize"]>) =>
      execute(finalize, through, () => validate(finalize, through, ...call)),
    resolveFinalization: (...call: Parameters<PaymentClient["resolveFinalization"]>) =>
      resolveFinalization(through, () => validate(resolution, through, ...call)),
    preview: client.preview.bind(client),
    check: client.check.bind(client),
  };
  const once = new Once<DatabaseSync>({
    payments: payments as PaymentClient,
    store: storeOf(night),
    book(tx, { key, request }) {
      if (night.bookFailures-- > 0) throw new Error("the books are locked");
      tx.prepare("insert into books values (?, ?, ?)").run(key, request.totalAmount, request.currencyCode);
    },
    unbook: (tx, { key }) => void tx.prepare("delete from books where key = ?").run(key),
    keyAsInvoiceId: true,
    stopAfter: { unknowns: 2, rejections: 2 },
    ...times,
  });
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const process: Process = {
    name,
    once,
    clocks: { wall: 0, steady: 0, isAsleep: false },
    isDead: false,
    died,
    die() {
      process.isDead = true;
      resolve();
    },
  };
  return process;
}

/** Delivers the shipments of an authorization, in turn or all at once. */
export async function queue(night: Night, authorization: Authorization): Promise<void> {
  const all: Promise<void>[] = [];
  for (const line of night.lines.filter((each) => each.authorization === authorization)) {
    if (authorization.given.isInTurn) await all.at(-1);
    all.push(deliveries(night, line));
  }
  await Promise.all(all);
}

/** Delivers a shipment as often as it is drawn, one delivery after the other, or while another is under way. */
async function deliveries(night: Night, line: Line): Promise<void> {
  const all: Promise<void>[] = [];
  for (const [index, delivery] of line.shipment.deliveries.entries()) {
    if (!delivery.atOnce) await all.at(-1);
    all.push(deliver(night, line, delivery, `delivery ${index + 1} of ${line.shipment.key}`));
  }
  await Promise.all(all);
}

function deliver(night: Night, line: Line, delivery: Delivery, who: string): Promise<void> {
  const { amount, correctedTo } = line.shipment;
  return working(night, who, delivery, finalizing(line, delivery.isCorrected ? correctedTo : amount));
}

/** What a delivery does. */
export function finalizing({ shipment, authorization }: Line, amount: number) {
  return (once: Once<DatabaseSync>) => once.finalize(shipment.key, ...asked(authorization.given, amount));
}

/** A request, and the facts beside it. */
export function asked({ id, method, told, currency }: Line["authorization"]["given"], amount: number) {
  const authorization = { paymentMethod: method, authorizedAmount: String(told), currencyCode: currency };
  return [{ transactionId: id, totalAmount: String(amount) }, { authorization }] as const;
}

export async function sweeps(night: Night): Promise<void> {
  await Promise.all(
    night.scenario.sweeps.map((met, index) => working(night, `sweep ${index + 1}`, met, (once) => once.sweep())),
  );
}

interface Doings {
  readonly who: string;
  readonly calls?: readonly Fate[];
  readonly changes?: readonly StoreFate[];
}

/** What a process does, and the error that it ended in. */
export function performed(
  night: Night,
  process: Process,
  { who, calls = [], changes = [] }: Doings,
  act: (once: Once<DatabaseSync>) => Promise<unknown>,
): Promise<unknown> {
  return doing.run({ process, who, calls: [...calls], changes: [...changes] }, async () => {
    try {
      await act(process.once);
      return undefined;
    } catch (error) {
      night.failed(who, error);
      return error;
    }
  });
}

/** Something that a worker does until it is done, or dead. After a stop of the line somebody resumes it. */
async function working(
  night: Night,
  what: string,
  { worker, dies, ...met }: Met,
  act: (once: Once<DatabaseSync>) => Promise<unknown>,
): Promise<void> {
  await night.step(`${what} begins`);
  const process = night.process(worker);
  if (dies) void night.step(`${process.name} dies`).then(process.die);
  const work = performed(night, process, { who: `${what} (${process.name})`, ...met }, act);
  const error = await Promise.race([work, process.died]);
  if (!(error instanceof OnceStoppedError)) return;
  await night.step(`${process.name} resumes`);
  process.once.resume();
}
