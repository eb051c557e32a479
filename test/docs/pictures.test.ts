import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

const picture = textOf("docs/four-outcomes.svg");
const words = picture
  .replace(/^.*<\/style>/s, "")
  .replace(/<[^>]+>/g, " ")
  .replace(/\s+/g, " ");

test("the decision picture has a card for each outcome", () => {
  const outcomes = [...picture.matchAll(/class="name"[^>]*><tspan class="code">(\w+)</g)].map(([, name]) => name);
  expect(outcomes).toEqual(["not_sent", "rejected", "unknown", "succeeded"]);
});

test.each([
  ["scope", "If error.scope is merchant , other calls will probably fail too"],
  ["safeToRetry", "safeToRetry is true: call again. It is false: fix what the message names first."],
  ["a rejection", "It was rejected. This call moved no money."],
  ["an unknown capture", "finalize : the money may have moved. Do not call finalize again: resolve it"],
  ["an earlier request", "If an earlier request of the same job was lost, resolve that one first"],
])("the decision picture says of %s what the guide says", (_what, sentence) => {
  expect(words).toContain(sentence);
});

const pictures = ["four-outcomes", "the-whole-flow", "performance"].map((name) => textOf(`docs/${name}.svg`));

test.each(pictures)("a picture has colours for a dark background, and a title", (picture) => {
  expect(picture).toContain("@media (prefers-color-scheme: dark)");
  expect(picture).toMatch(/<title id="title">.+<\/title>/);
});

test.each(pictures)("a picture can be read on a phone: 400 wide, and no text below 14 pixels", (picture) => {
  expect(picture).toMatch(/^<svg [^>]*viewBox="0 0 400 /);
  const sizes = [...picture.matchAll(/font(?:-size)?: (\d+)px/g)].map(([, size]) => Number(size));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
});
