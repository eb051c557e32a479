/** Common mistakes, each with its whole message: what is wrong, where, and a fix that is safe to follow. */
import { expect, test } from "vitest";
import { amountMistakes } from "./mistakes/amounts.js";
import { finalizationMistakes, orderMistakes } from "./mistakes/calls.js";
import { clientMistakes } from "./mistakes/client.js";
import { customOperationMistakes } from "./mistakes/custom-operations.js";
import { fakeMistakes } from "./mistakes/fake.js";

test.each([
  ...clientMistakes,
  ...orderMistakes,
  ...finalizationMistakes,
  ...amountMistakes,
  ...customOperationMistakes,
  ...fakeMistakes,
])("the message names the mistake and the fix: %s", async (_mistake, make, message) => {
  expect(await messageOf(make)).toBe(message);
});

async function messageOf(make: () => unknown): Promise<string> {
  try {
    await make();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the mistake was not noticed");
}
