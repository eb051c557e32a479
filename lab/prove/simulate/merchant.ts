/** The merchant: processes with a `Once` in each, a queue that delivers at least once, and sweeps. */
import type { DatabaseSync } from "node:sqlite";
import { execute } from "../../../src/call/execute.ts";
import { PaymentClient } from "../../../src/index.ts";
import { Once, OnceReview, type OnceSnapshot } from "../../../src/once/index.ts";
import { finalize } from "../../../src/operations/finalize.ts";
import { resolveFinalization } from "../../../src/operations/resolve-finalization.ts";
import { resolveOptions } from "../../../src/options/client.ts";
import { type Activity, activity, type Process } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { note } from "./database.ts";
import { type Item, requestOf, type Words } from "./item.ts";
import { network } from "./network.ts";
import {
  type Circumstances,
  type Delivery,
  differences,
  LEASE_MS,
  MAX_NETWORK_DELAY_MS,
  PERSON_AFTER_MS,
} from "./scenario.ts";
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

function onceOf(batch: Batch, merchant: number): Once<DatabaseSync> {
  const sendAgain = differences[batch.scenario.difference];
  const through = { ...resolveOptions({ ...options, resolve: { sendAgain } }), exchange: network(batch, merchant) };
  const payments = {
    finalize: (...call: Parameters<PaymentClient["finalize"]>) => execute(finalize, through, ...call),
    resolveFinalization: (...call: Parameters<PaymentClient["resolveFinalization"]>) =>
      execute(resolveFinalization, through, ...call),
    preview: client.preview.bind(client),
    timeoutMs: 3_000,
    sendAgain,
    meaningOf: client.meaningOf.bind(client),
  };
  const noted =
    (kind: "book" | "fail") =>
    (tx: DatabaseSync, { key, closing, request: { totalAmount, currencyCode } }: OnceSnapshot) =>
      note({ merchant, key, closing, kind, amount: totalAmount, currency: currencyCode }, tx);
  return new Once<DatabaseSync>({
    payments,
    store: storeOf(batch, merchant),
    book: noted("book"),
    fail: noted("fail"),
    onChange: () => undefined, // without a listener, each failed hook is a warning
    leaseMs: LEASE_MS,
    maxNetworkDelayMs: MAX_NETWORK_DELAY_MS,
    personAfterMs: PERSON_AFTER_MS,
  });
}

export function newProcess(batch: Batch, name: string): Process {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const process: Process = {
    name,
    onces: batch.merchants.map((merchant) => onceOf(batch, merchant)),
    reviews: batch.merchants.map((merchant) => {
      return new OnceReview({ store: storeOf(batch, merchant), preview: client.preview.bind(client) });
    }),
    clocks: { wall: 0, monotonic: 0, isAsleep: false },
    isDead: false,
    died,
    die() {
      process.isDead = true;
      resolve();
    },
  };
  return process;
}

/** A worker's process, or the one that was started after it died. */
export function processOf(batch: Batch, worker: number): Process {
  const last = batch.processes[worker];
  if (last !== undefined && !last.isDead) return last;
  const next = newProcess(batch, `worker ${worker + 1}`);
  batch.processes[worker] = next;
  return next;
}

/** Delivers the shipments of an authorization, in turn or all at once. */
export async function deliverAll(batch: Batch, authorization: Authorization): Promise<void> {
  const all: Promise<void>[] = [];
  for (const item of batch.items.filter((each) => each.authorization === authorization && !each.shipment.adoption)) {
    if (authorization.given.isInTurn) await all.at(-1);
    all.push(deliverAgain(batch, item));
  }
  await Promise.all(all);
}

/** Delivers a shipment as often as drawn, after the delivery before it or during it. */
async function deliverAgain(batch: Batch, item: Item): Promise<void> {
  const all: Promise<void>[] = [];
  for (const [index, delivery] of item.shipment.deliveries.entries()) {
    if (!delivery.atOnce) await all.at(-1);
    all.push(deliver(batch, item, delivery, `delivery ${index + 1} of ${item.shipment.key}`));
  }
  await Promise.all(all);
}

function deliver(batch: Batch, item: Item, delivery: Delivery, who: string): Promise<void> {
  const { amount, correctedTo } = item.shipment;
  const { merchant } = item.authorization.given;
  return work(batch, who, delivery, merchant, finalizing(item, delivery.isCorrected ? correctedTo : amount, delivery));
}

type Work = (once: Once<DatabaseSync>, review: OnceReview) => Promise<unknown>;

export function finalizing(item: Item, amount: number, words: Words): Work {
  return (once) => once.finalize(item.shipment.key, ...requestOf(item, amount, words));
}

export async function sweeps(batch: Batch): Promise<void> {
  const isDue = ({ record }: Item) => record?.dueAt !== undefined && record.dueAt <= timeNow();
  const all = batch.scenario.sweeps.map(async ({ merchant, isTimely, ...met }, index) => {
    await batch.when(() => !isTimely || batch.isDelivered || batch.items.some(isDue));
    await work(batch, `sweep ${index + 1}`, met, merchant % batch.merchants.length, (once) => once.sweep());
  });
  await Promise.all(all);
}

type Doing = Partial<Activity> & Pick<Activity, "process" | "who">;

/** Runs an activity of a process, for a merchant. Resolves to the error that it ended in. */
export function perform(batch: Batch, { process, who, calls = [], changes = [] }: Doing, merchant: number, act: Work) {
  return activity.run(
    { process, who, calls: [...calls], changes: [...changes], beganAt: timeNow(), called: new Set() },
    async () => {
      try {
        await act(process.onces[merchant] as Once<DatabaseSync>, process.reviews[merchant] as OnceReview);
        return undefined;
      } catch (error) {
        batch.failed(who, error);
        return error;
      }
    },
  );
}

/** A worker works until it is done or dead. A person closes the circuit breaker that it opened. */
async function work(batch: Batch, what: string, met: Circumstances, merchant: number, act: Work) {
  const { worker, dies, calls, changes } = met;
  await batch.step(`${what} begins`);
  const process = processOf(batch, worker);
  if (dies) void batch.step(`${process.name} dies`).then(process.die);
  const doing = { process, who: `${what} (${process.name})`, calls, changes };
  await Promise.race([perform(batch, doing, merchant, act), process.died]);
  if (!process.onces[merchant]?.status().isOpen) return;
  await batch.step(`${process.name} resumes`);
  await perform(batch, doing, merchant, async (once) => once.resume()); // by the clock of the process
}
