/** What an error tells the person on duty to do. */
import { type PaymentMethod, paymentMethods } from "merchant-payments";
import { expect, test } from "vitest";
import { clientResponding, errorOf, finalization } from "../support/client.js";

const resolves = [undefined, { sendAgain: [] }, { sendAgain: [...paymentMethods] }, { lookUp: () => undefined }];
const methods: readonly (PaymentMethod | undefined)[] = [undefined, "card", "paypal"];
const facts = [
  {},
  { authorizedAmount: "125.00" },
  { authorizedAmount: "125.00", finalizedBefore: "0" },
  { authorizedAmount: "200.00", finalizedBefore: "0" },
];

/** Every combination of these that `finalize` takes. */
const calls = resolves
  .flatMap((resolve) =>
    methods.flatMap((paymentMethod) => facts.map((known) => ({ resolve, authorization: { paymentMethod, ...known } }))),
  )
  .filter(({ resolve, authorization }) => {
    const { payments } = clientResponding("", 200, { resolve });
    return payments.check("finalize", finalization, { authorization }).length === 0;
  });

test.each(calls)(
  "advice names resolveFinalization where it takes the finalization or asks for facts: %j",
  async (given) => {
    const { resolve, authorization } = given;
    const body = JSON.stringify({ status: { isSuccess: false, statusKey: "INTERNAL_ERROR" } });
    const { payments } = clientResponding(body, 200, { resolve });
    const { advice } = await errorOf(payments.finalize(finalization, { authorization }));
    const faults = payments.check("resolveFinalization", finalization, { authorization } as never);
    const isTaken = faults.length === 0;
    const hasNone = resolve !== undefined && "sendAgain" in resolve && resolve.sendAgain.length === 0;
    const lacksFacts = !isTaken && !hasNone && faults.every(({ code }) => code === "required");
    expect(/all resolveFinalization (?:a minute|5 minutes)/.test(advice)).toBe(isTaken || lacksFacts);
    expect(advice.includes("all facts that it requires")).toBe(lacksFacts);
  },
);

test.each<[method: PaymentMethod, advice: RegExp, authorizedAmount: string]>([
  ["card", /: finalize at most 100\.$/, "125.00"],
  ["paypal", /: finalize at most 100\.$/, "125.00"],
  ["invoice", /: finalize exactly 100, and give 100 as authorizedAmount\.$/, "100"],
])("advice after too much for %s names an amount that finalize takes", async (paymentMethod, words, corrected) => {
  const figures = { totalAmountFinalized: 0, totalAmountPendingFinalization: 0, amountRemainingForFinalize: 100 };
  const body = JSON.stringify({ status: { isSuccess: false, statusKey: "FINALIZE_AMT_EXCEEDED" }, ...figures });
  const { payments } = clientResponding(body);
  const authorization = { paymentMethod, authorizedAmount: "125.00", finalizedBefore: "0" };
  expect((await errorOf(payments.finalize(finalization, { authorization }))).advice).toMatch(words);
  const next = { authorization: { ...authorization, authorizedAmount: corrected } };
  expect(payments.check("finalize", { ...finalization, totalAmount: "100" }, next)).toEqual([]);
});
