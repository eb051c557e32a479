/** What an error tells the person on duty to do. */
import { type FinalizeOptions, type PaymentMethod, paymentMethods } from "merchant-payments";
import { describe, expect, test } from "vitest";
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

async function adviceAfter(
  body: string,
  httpStatus: number,
  headers?: Record<string, string>,
  options?: FinalizeOptions,
) {
  const response = async () => new Response(body, { status: httpStatus, headers: { ...headers } });
  return (
    await errorOf(clientResponding(body, httpStatus, { fetch: response }).payments.finalize(finalization, options))
  ).advice;
}

describe("the advice after an unknown capture", () => {
  test("numbers what to do, and ends with the back office", async () => {
    const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
    expect(await adviceAfter("{}", 200, {}, { authorization })).toBe(
      "1. The money may have moved. " +
        "2. Do not finalize again and do not mark the order as failed: store the finalization as unknown, with its identifiers and amount. " +
        "3. Call resolveFinalization a minute later, with the same finalization and authorization. The balance in the response shows whether the amount was captured. " +
        "4. If the returned state stays unknown or is conflict, look up in the back office what is finalized and what is pending of this authorization. " +
        "A partial capture that is sent again can move the money twice.",
    );
  });

  test("leads straight to the back office where resolveFinalization does not take the finalization", async () => {
    expect(await adviceAfter("{}", 200, {}, { authorization: { paymentMethod: "paypal" } })).toMatch(
      /3\. Look up in the back office .*: resolveFinalization does not take this finalization\. A partial capture that is sent again can move the money twice\.$/,
    );
  });
});

const failure = (statusKey: string) => JSON.stringify({ status: { isSuccess: false, statusKey } });
const same = "Every other call will probably fail in the same way";

describe("the advice after a failure that every call will share names its cause:", () => {
  test.each([
    ["the credentials", "", 401, "until the credentials that auth gives are fixed: stop sending until then."],
    ["the credentials, by the key", failure("HTTP_401"), 200, "until the credentials that auth gives are fixed"],
    ["the rights", "", 403, "until the rights of the credentials that auth gives, or the firewall that responded, are"],
    ["the base URL", "", 404, "until the base URL, or the proxy that responded, is fixed: stop sending until then."],
    ["the account", failure("MERCHANT_ACCT_READ_ONLY"), 200, "until the cause that the status key names is fixed"],
  ])("%s", async (_what, body, httpStatus, cause) => {
    expect(await adviceAfter(body, httpStatus)).toContain(`${same} ${cause}`);
  });

  test.each([
    ["how long to wait", { "retry-after": "30" }, "wait 30000 ms (retryAfterMs) before the next call"],
    ["to wait, if the response does not say how long", {}, "wait a minute before the next call"],
  ])("too many calls, and %s", async (_what, headers, wait) => {
    expect(await adviceAfter("", 429, headers)).toContain(`${same} until the rate of calls falls: ${wait}`);
  });
});
