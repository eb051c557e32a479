/** The fake with the differences of a merchant's service, and what the client then says. */
import type { PaymentClientOptions } from "merchant-payments";
import { type FakePaymentMethod, type FakeQuirks, fault, rejection } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { clientOfFake, errorOf, order } from "../../support/client.js";
import { initializePayment } from "../../support/custom-operations.js";
import { endOf } from "../../support/ends.js";
import { newService, post } from "../../support/service-adapters.js";

/** How finalizations of 100.00 end, in short: see test/support/ends.ts. "annul" is what happens between them. */
async function ends(
  { paymentMethod = "card", ...quirks }: FakeQuirks & { readonly paymentMethod?: FakePaymentMethod },
  steps: readonly string[],
  statusKeys: PaymentClientOptions["statusKeys"] = {},
) {
  const service = newService({ quirks });
  const payments = clientOfFake(service, { statusKeys });
  const { transactionId } = service.sell({ paymentMethod, totalAmount: "100.00", pending: paymentMethod === "swish" });
  let last: string | undefined;
  for (const step of steps) {
    if (step === "annul") service.annul(transactionId);
    else last = await endOf(payments.finalize({ transactionId, totalAmount: step }));
  }
  return { service, last, captured: service.finalizations.map(({ totalAmount }) => totalAmount) };
}

describe("keys names the fake's status keys as the service does:", () => {
  test("a repetition, unknown and declared", async () => {
    const quirks = { keys: { PAYMENT_COMPLETED: "ALREADY_CAPTURED" } };
    const twice = ["100.00", "100.00"];
    expect((await ends(quirks, twice)).last).toBe("unknown undefined 100/0/0");
    const declared = await ends(quirks, twice, { ALREADY_CAPTURED: "already_finalized" });
    expect(declared.last).toBe("unknown already_finalized 100/0/0");
  });

  test("a success, unknown and declared", async () => {
    const quirks = { keys: { SUCCESS: "OK" } };
    expect((await ends(quirks, ["100.00"])).last).toBe("unknown unexpected_response 100/0/0");
    expect((await ends(quirks, ["100.00"], { OK: "success" })).last).toBe("captured 100/0/0");
  });

  test("also that of an unknown transaction, a wrong password, an unknown path and a fault", async () => {
    const ofHttp = { HTTP_401: "WRONG_PASSWORD", HTTP_404: "NO_SUCH_PATH" };
    const keys = { ORDER_NOT_FOUND: "NO_SUCH_ORDER", CUST_CARD_NOT_FOUND: "CARD_EXPIRED", ...ofHttp };
    const service = newService({ quirks: { keys } });
    const payments = clientOfFake(service);
    const unknown = { transactionId: "202601150000000009", totalAmount: "1.00" };
    expect(await errorOf(payments.finalize(unknown))).toMatchObject({ statusKey: "NO_SUCH_ORDER", errorNumber: 3000 });
    service.faults.next("finalize", fault.error("CUST_CARD_NOT_FOUND"));
    expect(await errorOf(payments.finalize(unknown))).toMatchObject({ statusKey: "CARD_EXPIRED", errorNumber: 2001 });
    const stranger = clientOfFake(service, { auth: () => ({ authorization: "Basic b2xk" }) });
    expect(await errorOf(stranger.finalize(unknown))).toMatchObject({ statusKey: "WRONG_PASSWORD", httpStatus: 401 });
    const response = await service.fetch("https://payments.example.com/api/nowhere", post);
    expect(await response.json()).toMatchObject({ status: { statusKey: "NO_SUCH_PATH" } });
  });

  test("of handlers only the keys that the fake knows, and in process none", async () => {
    const service = newService({ quirks: { keys: { ORDER_NOT_FOUND: "NO_SUCH_ORDER" } } });
    const path = "https://payments.example.com/api/orders/1/initializePayment";
    const keyOf = async (given: ReturnType<typeof rejection>) => {
      service.on(initializePayment, () => given);
      return (await (await service.fetch(path, post)).json()).status.statusKey;
    };
    expect(await keyOf(rejection("ORDER_NOT_FOUND"))).toBe("NO_SUCH_ORDER");
    expect(await keyOf(rejection("SESSION_EXPIRED", { errorNumber: 4001 }))).toBe("SESSION_EXPIRED");
    const unknown = service.finalize({ transactionId: "202601150000000009", totalAmount: "1.00" });
    expect(unknown.status.statusKey).toBe("ORDER_NOT_FOUND");
  });
});

describe("repeat decides about a second finalization:", () => {
  test.each<[FakePaymentMethod, "same_success" | "captured_again", string[], end: string, captured: string[]]>([
    ["card", "same_success", ["40.00", "40.00"], "captured 40/0/0", ["40.00"]],
    ["card", "same_success", ["40.00", "50.00"], "unknown already_finalized 40/0/0", ["40.00"]],
    ["card", "captured_again", ["40.00", "40.00"], "captured 80/0/0", ["40.00", "40.00"]],
    ["invoice", "captured_again", ["100.00", "100.00"], "captured 200/0/0", ["100.00", "100.00"]],
    ["paypal", "same_success", ["60.00", "40.00", "40.00"], "captured 100/0/0", ["60.00", "40.00"]],
    ["swish", "captured_again", ["100.00", "100.00"], "pending 0/200/0", ["100.00", "100.00"]],
    ["other", "captured_again", ["100.00", "16.00"], "captured 116/0/0", ["100.00", "16.00"]],
  ])("%s, %s, %j: %s", async (paymentMethod, repeat, steps, end, captured) => {
    const played = await ends({ paymentMethod, repeat: { [paymentMethod]: repeat } }, steps);
    expect([played.last, played.captured]).toEqual([end, captured]);
  });

  test.each<[what: string, "same_success" | "captured_again", steps: string[], end: string]>([
    ["something is left", "captured_again", ["60.00", "60.00"], "unknown amount_exceeded 60/0/40"],
    ["the rest was annulled", "same_success", ["60.00", "annul", "60.00"], "unknown released 60/0/0"],
  ])("not where %s: %s", async (_what, repeat, steps, end) => {
    expect((await ends({ paymentMethod: "paypal", repeat: { paypal: repeat } }, steps)).last).toBe(end);
  });

  test("not about another method, nor about an internet bank payment", async () => {
    const quirks = { repeat: { paypal: "captured_again" } } as const;
    expect((await ends(quirks, ["100.00", "100.00"])).captured).toEqual(["100.00"]);
    const bank = await ends({ ...quirks, paymentMethod: "internet_bank" }, ["100.00"]);
    expect(bank.last).toBe("unknown already_finalized 100/0/0");
  });

  test("the same success has the ids of the first one", async () => {
    const { service } = await ends({ repeat: { card: "same_success" } }, ["100.00", "100"]);
    const [first, second] = service.requests.map(({ response }) => response?.body);
    expect(second).toBe(first);
    expect(first).toContain('"transactionId":"202603040000000002","batchId":"20260304","acquirerId":"1010"');
  });
});

test.each([
  [422, "rejected", "rejected"],
  [503, "unknown", undefined],
])("failureStatus %i is the HTTP status of failures", async (failureStatus, outcome, meaning) => {
  const service = newService({ quirks: { failureStatus } });
  const payments = clientOfFake(service);
  const rejected = { httpStatus: failureStatus, outcome, meaning };
  const unknown = { transactionId: "202601150000000009", totalAmount: "1.00" };
  expect(await errorOf(payments.finalize(unknown))).toMatchObject({ statusKey: "ORDER_NOT_FOUND", ...rejected });
  service.faults.next("finalize", fault.error("CUST_ACCT_NOT_ELIGIBLE"));
  const eligible = await errorOf(payments.finalize(unknown));
  expect(eligible).toMatchObject({ statusKey: "CUST_ACCT_NOT_ELIGIBLE", ...rejected });
  await payments.createOrder(order);
  expect(service.requests.at(-1)?.response?.httpStatus).toBe(201);
});
