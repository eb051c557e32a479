/** Settles what is parked from the service's own books, as people do from a report of the day's settlements. */
import type { FakeFinalization } from "merchant-payments/testing";
import type { Capture } from "../dispatch.ts";
import type { Journal } from "./journal.ts";

export async function settleParked(
  journal: Journal,
  dues: readonly Capture[],
  finalizations: readonly FakeFinalization[],
): Promise<void> {
  const parked = dues.filter(({ id }) => journal.last(id)?.state === "parked");
  await Promise.all(
    parked.map(({ id, transactionId, totalAmount }) => {
      const made = finalizations.find(
        (each) => each.authorizationId === transactionId && each.totalAmount === totalAmount,
      );
      const by = "back office";
      if (made === undefined) return journal.write({ id, state: "open", by });
      return journal.write({ id, state: made.pending ? "pending" : "captured", transactionId: made.transactionId, by });
    }),
  );
}
