import fc from "fast-check";
import { expect, test } from "vitest";
import { days } from "./model-steps.js";
import { World } from "./model-world.js";

/** `MODEL_SEED=-123 MODEL_RUNS=10000 npx vitest run test/flows/model.test.ts` repeats a run, or makes a longer one. */
const { MODEL_SEED, MODEL_RUNS } = process.env;
const numRuns = Number(MODEL_RUNS ?? 2_500);
const seed = MODEL_SEED === undefined ? {} : { seed: Number(MODEL_SEED) };

test("client, wire and fake do what the model of the rules says", { timeout: 60_000 + numRuns * 30 }, async () => {
  const tally = new Map<string, number>();
  const property = fc.asyncProperty(days, async (steps) => {
    const world = new World(tally);
    for (const step of steps) await world.take(step);
    world.expectTheBooksToAgree();
  });

  await fc.assert(property, { numRuns, ...seed });

  // Every rule was at work, or the run proves little; a short one is for looking at a failure.
  const rare = ways.filter((way) => (tally.get(way) ?? 0) < 10);
  if (numRuns >= 2_000) expect(rare).toEqual([]);
});

const ways = [
  "createOrder SUCCESS",
  "createOrder VALIDATION_ERROR",
  "createOrder invalid_input",
  "finalize SUCCESS",
  "finalize PENDING",
  "finalize invalid_input",
  "finalize VALIDATION_ERROR",
  "finalize ORDER_NOT_FOUND",
  "finalize PAYMENT_ANNULLED",
  "finalize PAYMENT_COMPLETED",
  "finalize FINALIZE_AMT_EXCEEDED",
  "finalize LINE_ITEMS_NOT_ALLOWED",
  "finalize LINE_ITEMS_REQUIRED",
];
