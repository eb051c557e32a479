/** The calls of a seed, and how their callers abort. */
import type { Finalization, Order } from "merchant-payments";
import type { FakePaymentMethod } from "merchant-payments/testing";
import { seededRandom } from "./seeded-random.ts";

/** An authorization that the customer gives before the load begins. */
export interface ToAuthorize {
  readonly paymentMethod: FakePaymentMethod;
  readonly totalAmount: string;
}

/** Its ids at the service. */
export interface Authorized {
  readonly orderId: string;
  readonly transactionId: string;
}

/** Calls of the same order follow each other, so that they run concurrently. */
interface Group {
  readonly toAuthorize?: ToAuthorize;
  readonly size: number;
  readonly asks: (authorized: Authorized | undefined) => readonly Ask[];
}

export type Ask =
  | { readonly operation: "createOrder"; readonly input: Order }
  | { readonly operation: "finalize"; readonly input: Finalization };

export interface Call {
  /** In a header of the request and of the response. */
  readonly id: string;
  readonly ask: Ask;
  /** `closed port`: nobody listens there. `failing auth`: the callback rejects. */
  readonly through: "service" | "closed port" | "failing auth";
  readonly timeoutMs: number;
  /** When the caller aborts; 0 for before the call. */
  readonly abortAfterMs: number | undefined;
}

/** Far longer than any response takes, also on a busy machine. */
export const PATIENCE_MS = 4_000;

export function isImpatient({ timeoutMs, abortAfterMs }: Call): boolean {
  return timeoutMs < PATIENCE_MS || abortAfterMs !== undefined;
}

/** Draws so many calls. They need the ids of their authorizations. */
export function drawCalls(seed: number, count: number) {
  const random = seededRandom(seed);
  const groups: Group[] = [];
  for (let made = 0; made < count; ) {
    const group = drawGroup(random, groups.length);
    groups.push(group);
    made += group.size;
  }
  const toAuthorize = groups.flatMap((group) => group.toAuthorize ?? []);
  return {
    toAuthorize,
    calls(authorized: readonly Authorized[]): readonly Call[] {
      const waiting = authorized.values();
      const asks = groups.flatMap((group) => group.asks(group.toAuthorize && waiting.next().value));
      return asks.slice(0, count).map((ask, index) => ({ id: String(index), ask, ...drawManner(random) }));
    },
  };
}

function drawGroup(random: () => number, number: number): Group {
  const orderNumber = `LOAD-${number}`;
  const cents = 100_000n + 10n * BigInt(number); // another amount for each group
  const totalAmount = money(cents);
  const card: ToAuthorize = { paymentMethod: "card", totalAmount };
  const kind = random();
  if (kind < 0.3) return creating({ orderNumber, totalAmount, currencyCode: "SEK" });
  if (kind < 0.4) return creating({ orderNumber, totalAmount, currencyCode: "SEK", lineItems: [], billTo: {} });
  if (kind < 0.7) return finalizing(card, [totalAmount]);
  if (kind < 0.8) return finalizing(card, [totalAmount, totalAmount]); // two rivals: the service rejects the second
  if (kind < 0.85) return finalizing(card, [money(cents + 1n)]); // more than was authorized
  if (kind < 0.88) return finalizing(card, ["1.234"]); // invalid, so nothing is sent
  const parts = [1n, 2n, 3n, 4n].map((part) => cents + part);
  const sum = money(parts.reduce((total, part) => total + part));
  return finalizing({ paymentMethod: "other", totalAmount: sum }, parts.map(money));
}

function creating(input: Order): Group {
  return { size: 1, asks: () => [{ operation: "createOrder", input }] };
}

/** With the order and without it, alternately. */
function finalizing(toAuthorize: ToAuthorize, amounts: readonly string[]): Group {
  const ask = ({ orderId, transactionId }: Authorized, totalAmount: string, index: number): Ask => {
    const input = { transactionId, totalAmount };
    return { operation: "finalize", input: index % 2 === 0 ? { orderId, ...input } : input };
  };
  return {
    toAuthorize,
    size: amounts.length,
    asks(authorized) {
      if (authorized === undefined) throw new Error("the service authorized too few");
      return amounts.map((amount, index) => ask(authorized, amount, index));
    },
  };
}

function drawManner(random: () => number): Pick<Call, "through" | "timeoutMs" | "abortAfterMs"> {
  const patient = { through: "service", timeoutMs: PATIENCE_MS, abortAfterMs: undefined } as const;
  const manner = random();
  const soonMs = 1 + Math.floor(random() * 40);
  if (manner < 0.01) return { ...patient, through: "closed port" };
  if (manner < 0.02) return { ...patient, through: "failing auth" };
  if (manner < 0.03) return { ...patient, abortAfterMs: 0 };
  if (manner < 0.06) return { ...patient, abortAfterMs: soonMs };
  if (manner < 0.09) return { ...patient, timeoutMs: soonMs };
  return patient;
}

function money(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}
