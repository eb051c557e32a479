/** `finalize` and `resolveFinalization` read the same response with the same facts. The second never claims more. */
import { type PaymentClient, toResult } from "merchant-payments";
import { expect, test } from "vitest";
import { clientOver } from "../support/client.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "60.00" };

const facts = [
  { paymentMethod: "card", authorizedAmount: "100.00" },
  { paymentMethod: "card", authorizedAmount: "60.00", finalizedBefore: "0" },
  { paymentMethod: "invoice", authorizedAmount: "60.00", finalizedBefore: "0" },
  { paymentMethod: "paypal", authorizedAmount: "100.00", finalizedBefore: "40.00" },
] as const;

/** As JSON; undefined where the response lacks the figure. */
const odd = [undefined, "null", '"60,00"', "{}", "-1", "0"];
const finalizedFigures = [...odd, "40.00", "60.00", '"100.00"', "160.00"];
const pendingFigures = [undefined, "{}", "0", "60.00", "60.01"];
const remainingFigures = [undefined, "{}", "0", "60.00", "100.00"];
const statusKeys = ["SUCCESS", "PENDING", "PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"];

/** The fields behind the status: each combination of the figures. */
const balances = finalizedFigures.flatMap((finalized) =>
  pendingFigures.flatMap((pending) =>
    remainingFigures.flatMap((remaining) =>
      ["true", "false"].map((again) => {
        const figures = [
          ["totalAmountFinalized", finalized],
          ["totalAmountPendingFinalization", pending],
          ["amountRemainingForFinalize", remaining],
        ].filter(([, figure]) => figure !== undefined);
        const written = figures.map(([name, figure]) => `,"${name}":${figure}`).join("");
        return `"transactionId":"201409251527280999","canFinalizeAgain":${again}${written}`;
      }),
    ),
  ),
);

/** A client of a service that responds with what `says` returns. */
function clientHearing(says: () => string): PaymentClient {
  const fetch = async () => new Response(says(), { headers: { "content-type": "application/json" } });
  return clientOver(fetch, { resolve: { sendAgain: ["card", "invoice", "paypal"] } });
}

function response(statusKey: string, balance: string): string {
  const isSuccess = statusKey === "SUCCESS" || statusKey === "PENDING";
  return `{"status":{"isSuccess":${isSuccess},"errorNumber":${isSuccess ? 0 : 3007},"statusKey":"${statusKey}"},${balance}}`;
}

test.each(facts)("of a payment with %j", async (authorization) => {
  let body = "";
  const payments = clientHearing(() => body);
  let captured = 0;
  const claimsMore: string[] = [];
  for (const balance of balances) {
    body = response("SUCCESS", balance);
    const finalized = await toResult(payments.finalize(finalization, { authorization }));
    const isUnproven = !finalized.ok && finalized.error.outcome === "unknown";
    for (const statusKey of statusKeys) {
      body = response(statusKey, balance);
      const { state } = await payments.resolveFinalization(finalization, { authorization });
      if (state === "captured") captured += 1;
      if (state === "captured" && isUnproven) claimsMore.push(body);
    }
  }
  expect(claimsMore).toEqual([]);
  expect(captured).toBeGreaterThan(10);
});
