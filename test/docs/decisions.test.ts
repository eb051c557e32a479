import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";
import { pages } from "./pages.js";

const decisions = pages.filter((page) => page.startsWith("docs/decisions/"));

test.each(decisions)("%s has a decision, its reason and what it rules out, in at most 150 words", (page) => {
  const text = textOf(page);
  expect(text).toMatch(/\*\*Decision\.\*\*.*\n\*\*Why.*\n\*\*Rules out\.\*\*/s);
  expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(150);
});
