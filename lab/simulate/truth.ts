/** What must be true whatever happens, and of everything that is said. */
import { Decimal } from "decimal.js";
import type { Line } from "./night.ts";

/** What the merchant's books say of a shipment. */
export interface Claim {
  readonly state: "open" | "parked" | "pending" | "captured" | "not_captured" | "refused" | "conflict";
  readonly booked?: string;
  /** How many of ours the service had taken when it wrote the answer that this goes by. */
  readonly taken?: number | undefined;
}

/** @throws Error that says what is not true. */
export function checkTruth({ shipment, authorization, claim }: Line): void {
  const taken = authorization.taken();
  const wrong = (what: string) => new Error(`WRONG, ${shipment.name}: ${what}`);
  if (taken.length > 1 && !shipment.acceptsBoth) throw wrong("taken twice");
  // A service that accepts both may do so later: what it had taken when it answered is what can be known.
  const known = shipment.acceptsBoth ? (claim.taken ?? taken.length) : taken.length;
  switch (claim.state) {
    case "captured":
      if (known !== 1) throw wrong(`said to be captured, and taken ${known} times`);
      if (taken.some(({ state }) => state === "pending")) throw wrong("said to be captured, and pending");
      break;
    case "not_captured":
    case "refused":
      if (known > 0) throw wrong(`said to be ${claim.state}, and taken`);
      break;
    case "pending":
      if (authorization.entries.every(({ by }) => by !== "us")) throw wrong("said to be pending, and never taken");
      if (known > 1) throw wrong("said to be pending, and taken twice");
      if (claim.booked !== undefined) throw wrong("pending, and booked");
  }
}

/** Sums per currency: what is booked against what the service has captured of the same shipments. */
export function checkBooks(lines: readonly Line[]): void {
  const closed = lines.filter(({ claim, shipment }) => claim.state === "captured" && !shipment.acceptsBoth);
  for (const currency of ["SEK", "JPY"]) {
    const own = closed.filter(({ shipment }) => shipment.currency === currency);
    const booked = Decimal.sum(0, ...own.map(({ claim }) => claim.booked ?? 0));
    const captured = Decimal.sum(
      0,
      ...own.flatMap(({ authorization }) => authorization.taken().map((each) => each.amount)),
    );
    if (!booked.eq(captured)) throw new Error(`WRONG: ${booked} ${currency} are booked, and ${captured} were captured`);
  }
}
