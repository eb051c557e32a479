import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

const picture = textOf("docs/four-outcomes.svg");
test("the decision picture has a card for each outcome", () => {
  const outcomes = [...picture.matchAll(/class="name"[^>]*><tspan class="code">(\w+)</g)].map(([, name]) => name);
  expect(outcomes).toEqual(["not_sent", "rejected", "unknown", "succeeded"]);
});

const pictures = ["four-outcomes", "the-whole-flow"].map((name) => textOf(`docs/${name}.svg`));

test.each(pictures)("a picture has colours for a dark background, and a title", (picture) => {
  expect(picture).toContain("@media (prefers-color-scheme: dark)");
  expect(picture).toMatch(/<title id="title">.+<\/title>/);
});

test.each(pictures)("a picture can be read on a phone: 400 wide, and no text below 14 pixels", (picture) => {
  expect(picture).toMatch(/^<svg [^>]*viewBox="0 0 400 /);
  const sizes = [...picture.matchAll(/font(?:-size)?: (\d+)px/g)].map(([, size]) => Number(size));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
});
