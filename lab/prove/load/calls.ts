/** The calls of a seed, and how their callers abort. */
import type { Finalization, Order } from "merchant-payments";
import type { Sale, SellOptions } from "merchant-payments/testing";

/** An authorization that the customer gives before the load begins. */
export type ToAuthorize = Pick<SellOptions, "paymentMethod" | "totalAmount">;

export type Ask =
  | { readonly operation: "createOrder"; readonly input: Order }
  | { readonly operation: "finalize"; readonly input: Finalization };

export interface Call {
  /** In a header of the request and of the response. */
  readonly id: string;
  readonly ask: Ask;
  readonly timeoutMs: number;
  /** When the caller aborts; 0 for before the call. */
  readonly abortAfterMs: number | undefined;
}

/** Far longer than any response takes, also on a busy machine. */
export const PATIENCE_MS = 4_000;

export function isImpatient({ timeoutMs, abortAfterMs }: Call): boolean {
  return timeoutMs < PATIENCE_MS || abortAfterMs !== undefined;
}

/** Calls of the same authorization follow each other, so that they run concurrently. */
interface Group {
  readonly order?: Order;
  readonly toAuthorize?: ToAuthorize;
  readonly amounts: readonly string[];
}

/** Draws so many calls. They need the ids of their authorizations. */
export function drawCalls(seed: number, count: number) {
  const random = seededRandom(seed);
  const groups: Group[] = [];
  for (let made = 0; made < count; made += groups.at(-1)?.amounts.length ?? 0)
    groups.push(drawGroup(random, groups.length));
  return {
    toAuthorize: groups.flatMap(({ toAuthorize }) => toAuthorize ?? []),
    calls(authorized: readonly Sale[]): readonly Call[] {
      const waiting = authorized.values();
      const asks = groups.flatMap((group) => asksOf(group, group.toAuthorize && waiting.next().value));
      return asks.slice(0, count).map((ask, index) => ({ id: String(index), ask, ...drawManner(random) }));
    },
  };
}

function drawGroup(random: () => number, number: number): Group {
  const orderNumber = `LOAD-${number}`;
  const cents = 100_000n + 10n * BigInt(number); // another amount for each group
  const totalAmount = money(cents);
  const order = { orderNumber, totalAmount, currencyCode: "SEK" };
  const toAuthorize: ToAuthorize = { paymentMethod: "card", totalAmount };
  const kind = random();
  if (kind < 0.3) return { order, amounts: [totalAmount] };
  if (kind < 0.4) return { order: { ...order, lineItems: [], billTo: {} }, amounts: [totalAmount] };
  if (kind < 0.7) return { toAuthorize, amounts: [totalAmount] };
  if (kind < 0.8) return { toAuthorize, amounts: [totalAmount, totalAmount] }; // two rivals: the service rejects the second
  if (kind < 0.85) return { toAuthorize, amounts: [money(cents + 1n)] }; // more than was authorized
  if (kind < 0.88) return { toAuthorize, amounts: ["1.234"] }; // invalid, so nothing is sent
  const parts = [1n, 2n, 3n, 4n].map((part) => cents + part);
  const sum = money(parts.reduce((total, part) => total + part));
  return { toAuthorize: { paymentMethod: "other", totalAmount: sum }, amounts: parts.map(money) };
}

/** Finalizations are made with the order and without it, alternately. */
function asksOf({ order, amounts }: Group, authorized: Sale | undefined): readonly Ask[] {
  if (order) return [{ operation: "createOrder", input: order }];
  if (authorized === undefined) throw new Error("the service authorized too few");
  const { orderId, transactionId } = authorized;
  return amounts.map((totalAmount, index) => {
    const input = { transactionId, totalAmount };
    return { operation: "finalize", input: index % 2 === 0 ? { orderId, ...input } : input };
  });
}

function drawManner(random: () => number): Pick<Call, "timeoutMs" | "abortAfterMs"> {
  const patient = { timeoutMs: PATIENCE_MS, abortAfterMs: undefined };
  const manner = random();
  const soonMs = 1 + Math.floor(random() * 40);
  if (manner < 0.01) return { ...patient, abortAfterMs: 0 };
  if (manner < 0.04) return { ...patient, abortAfterMs: soonMs };
  if (manner < 0.07) return { ...patient, timeoutMs: soonMs };
  return patient;
}

function money(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** Numbers from 0 to below 1, always the same for the same seed: mulberry32, which is uniform enough. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
