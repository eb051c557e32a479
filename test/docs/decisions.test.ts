import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../support/repository.js";

test("the numbers of the decisions have no gap", () => {
  const numbers = readdirSync(`${root}docs/decisions`).map((name) => name.slice(0, 5));
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.sort()).toEqual(numbers.map((_, index) => `${String(index + 1).padStart(4, "0")}-`));
});
