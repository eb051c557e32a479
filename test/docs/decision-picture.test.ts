import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

const picture = textOf("docs/it-failed-what-now.svg");
const words = picture
  .replace(/^.*<\/style>/s, "")
  .replace(/<[^>]+>/g, " ")
  .replace(/\s+/g, " ");

test("the decision picture has a card for each outcome", () => {
  const outcomes = [...picture.matchAll(/class="name"[^>]*><tspan class="code">(\w+)</g)].map(([, name]) => name);
  expect(outcomes).toEqual(["not_sent", "rejected", "unknown", "succeeded"]);
});

test.each([
  ["scope", "First error.scope : if it is merchant , other calls will probably fail too."],
  ["safeToRetry", "safeToRetry: true Make the same call again. safeToRetry: false Fix what the message names first."],
  ["a rejection", "The service rejected it. This call moved no money."],
  ["an unknown capture", "The money may have moved. Do not call finalize again."],
  ["a pending result", "By its figures, no money has moved yet: check it every hour."],
])("the decision picture says of %s what the guide says", (_what, sentence) => {
  expect(words).toContain(sentence);
});

test("the decision picture has colours for a dark background, and a description", () => {
  expect(picture).toContain("@media (prefers-color-scheme: dark)");
  expect(picture).toMatch(/<title id="title">.+<\/title>\n<desc id="desc">.+<\/desc>/);
});

test("the decision picture is wider than high", () => {
  expect(picture).toMatch(/^<svg [^>]*viewBox="0 0 860 400" width="860" height="400"/);
});
