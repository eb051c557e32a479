import { seededRandom } from "./seeded-random.js";

/** The identifiers that the service hands out: always the same ones for the same seed, clock and calls. */
export interface Ids {
  /** A GUID in the shape of version 4. */
  orderId(): string;
  /** 18 digits: the day, then a sequence. */
  transactionId(): string;
  /** The day, whose payments the service books as one batch at night. */
  batchId(): string;
}

export function seededIds(seed: number, now: () => Date): Ids {
  const random = seededRandom(seed);
  let sequence = 0;
  const day = () => now().toISOString().slice(0, 10).replaceAll("-", "");

  return {
    orderId() {
      const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16));
      digits[12] = 4; // the version
      digits[16] = 8 + Math.floor(random() * 4); // the variant
      const hex = digits.map((digit) => digit.toString(16)).join("");
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
    transactionId() {
      sequence += 1;
      return day() + String(sequence).padStart(10, "0");
    },
    batchId: day,
  };
}
