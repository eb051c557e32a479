import { PaymentTimeoutError } from "merchant-payments";
import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

const picture = textOf("docs/it-failed-what-now.svg");
const words = picture
  .replace(/^.*<\/style>/s, "")
  .replace(/<[^>]+>/g, " ")
  .replace(/\s+/g, " ");

test("the decision picture has a branch for each outcome", () => {
  const outcomes = [...picture.matchAll(/class="name"[^>]*><tspan class="code">(\w+)</g)].map(([, name]) => name);
  expect(outcomes).toEqual(["not_sent", "rejected", "unknown", "succeeded"]);
});

test("the decision picture names the payment methods that can be resolved, as the advice does", () => {
  const methods = ["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"];
  const again = methods.filter((paymentMethod) => {
    const call = { operation: "finalize", identifiers: {}, paymentMethod } as const;
    return new PaymentTimeoutError(call, "unknown", 1_000).advice.includes("3. Call resolveFinalization");
  });
  expect(again).toEqual(["card", "invoice", "installments"]);
  expect(words).toContain("card, invoice, installments, all that was left resolveFinalization sends it again");
  expect(words).toContain("a part of PayPal, swish, any other Never send it again");
});

test("the decision picture has colours for a dark background, and a description", () => {
  expect(picture).toContain("@media (prefers-color-scheme: dark)");
  expect(picture).toMatch(/<title id="title">.+<\/title>\n<desc id="desc">.+<\/desc>/);
});

test("the decision picture fits a phone", () => {
  expect(picture).toMatch(/^<svg [^>]*viewBox="0 0 400 \d+" width="400"/);
});
