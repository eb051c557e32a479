import { FakePaymentService } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { checked, optionsFor, remarkable, TestTerminal } from "./checked.js";
import { allAuthorizations } from "./prepared.js";

test("the fake is as assumed, after 27 captures and rejections", async () => {
  const service = new FakePaymentService();
  const terminal = new TestTerminal(["test.payments.example", "capture", ...Array(6).fill("yes")]);
  const authorizations = allAuthorizations(service);
  const { rows, text, exitCode } = await checked(optionsFor(service), { authorizations }, terminal);
  expect([remarkable(rows), exitCode]).toEqual([{}, 0]);
  const ids = rows.flatMap(({ id, stage }) => (stage === 2 ? [id] : []));
  expect(ids.join(" ")).toBe(
    "capture_card annulled_card equal_card full_invoice full_installments full_paypal full_other parts_paypal parts_other " +
      "pending_swish refunded_invoice refunded_installments refunded_paypal refunded_swish refunded_other back_office",
  );
  const captures = service.requests.filter(({ operation }) => operation === "finalize");
  expect([service.requests.length, captures.length]).toEqual([37, 28]); // one of them in stage one
  expect(text).toContain("## The check is complete: you can go live\n");
});
