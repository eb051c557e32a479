/** How many of each kind were created. */
interface IdCounts {
  readonly orders: number;
  readonly transactions: number;
}

/** The service's identifiers: always the same for the same seed, clock and calls. */
export class Ids {
  readonly #seed: number;
  readonly #now: () => Date;
  /** How many exist already. */
  counts: IdCounts = { orders: 0, transactions: 0 };

  constructor(seed: number, now: () => Date) {
    this.#seed = seed;
    this.#now = now;
  }

  /** A GUID in the shape of version 4. */
  orderId(): string {
    const { orders, transactions } = this.counts;
    const random = seededRandom(this.#seed, orders * drawsForAGuid);
    this.counts = { orders: orders + 1, transactions };
    const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16));
    digits[12] = 4; // the version
    digits[16] = 8 + Math.floor(random() * 4); // the variant
    const hex = digits.map((digit) => digit.toString(16)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  /** 18 digits: the day, then a sequence. */
  transactionId(): string {
    const transactions = this.counts.transactions + 1;
    this.counts = { ...this.counts, transactions };
    return this.batchId() + String(transactions).padStart(10, "0");
  }

  /** The day: the service books its payments as one batch. */
  batchId(): string {
    return this.#now().toISOString().slice(0, 10).replaceAll("-", "");
  }
}

const drawsForAGuid = 33;
const step = 0x6d2b79f5;

/** Numbers from 0 to below 1, by mulberry32, after so many that were drawn before. */
function seededRandom(seed: number, drawn: number): () => number {
  let state = (seed + Math.imul(drawn, step)) >>> 0;
  return () => {
    state = (state + step) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
