import { seededRandom } from "./seeded-random.js";

/** How many of each kind were created. */
export interface IdCounts {
  readonly orders: number;
  readonly transactions: number;
}

/** The service's identifiers: always the same for the same seed, clock and calls. */
export interface Ids {
  /** A GUID in the shape of version 4. */
  orderId(): string;
  /** 18 digits: the day, then a sequence. */
  transactionId(): string;
  /** The day: the service books its payments as one batch. */
  batchId(): string;
  counts(): IdCounts;
}

const drawsForAGuid = 33;

/** @param given - How many exist already. */
export function seededIds(seed: number, now: () => Date, given: IdCounts): Ids {
  let { orders, transactions } = given;
  const random = seededRandom(seed, orders * drawsForAGuid);
  const day = () => now().toISOString().slice(0, 10).replaceAll("-", "");

  return {
    orderId() {
      orders += 1;
      const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16));
      digits[12] = 4; // the version
      digits[16] = 8 + Math.floor(random() * 4); // the variant
      const hex = digits.map((digit) => digit.toString(16)).join("");
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
    transactionId() {
      transactions += 1;
      return day() + String(transactions).padStart(10, "0");
    },
    batchId: day,
    counts: () => ({ orders, transactions }),
  };
}
