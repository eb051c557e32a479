import type { CallResult, Decimal, PaymentClient, Preview, ResultBase, ValidationIssue } from "merchant-payments";
import { defineOperation, exactNumber } from "merchant-payments";
import type { FakePaymentService, CustomResponse } from "merchant-payments/testing";
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { arktype, valibot, zod } from "../own-operations/described.js";

declare const payments: PaymentClient;
declare const service: FakePaymentService;
declare const described: typeof zod;
declare const ofOthers: [typeof valibot, typeof arktype];

const transactionId = "202603040000000001";
const payment = {
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  returnUrl: "https://a.example",
  totalAmount: "1.00",
};
const annul = { name: "annul", path: "/payments/{id}/annul", effect: "money" } as const;
const answer = z.object({});

describe("a call", () => {
  test("takes what the input's schema takes, and gives what the answer's schema gives", () => {
    const session = payments.call(described.initializePayment, payment);
    expectTypeOf(session).resolves.toEqualTypeOf<CallResult<{ sessionId: string; url: string }>>();
    const annulled = payments.call(described.annulPayment, { transactionId }, { sendBefore: new Date() });
    expectTypeOf(annulled).resolves.toHaveProperty("totalAmountAnnulled").toEqualTypeOf<Decimal>();
    const found = payments.call(described.findPayment, { transactionId, withHistory: undefined });
    expectTypeOf(found).resolves.toHaveProperty("finalized").toEqualTypeOf<Decimal[]>();
    for (const { annulPayment } of ofOthers) expectTypeOf(annulPayment).toEqualTypeOf(described.annulPayment);
  });

  test("carries the service's status whatever the answer says", () => {
    type Result = CallResult<{ status: "mine"; pending: "mine"; note: string }>;
    expectTypeOf<Pick<Result, "status" | "pending">>().toEqualTypeOf<Pick<ResultBase, "status" | "pending">>();
    expectTypeOf<Result["note"]>().toEqualTypeOf<string>();
  });

  test("takes nothing else", () => {
    // @ts-expect-error totalAmount
    void payments.call(described.initializePayment, { orderId: "1", returnUrl: "https://a.example" });
    // @ts-expect-error an amount as it is written
    void payments.call(described.initializePayment, { ...payment, totalAmount: 1 });
    // @ts-expect-error a misspelt key
    void payments.call(described.annulPayment, { transactionId, reason: "late" });
    // @ts-expect-error facts about an authorization are finalize's
    void payments.call(described.annulPayment, { transactionId }, { authorization: {} });
    // @ts-expect-error an operation of ours has its own method
    void payments.call("finalize", { transactionId });
  });
});

test("preview and check promise what they give for the client's own at once", () => {
  expectTypeOf(payments.preview(described.annulPayment, { transactionId })).toEqualTypeOf<Promise<Preview>>();
  expectTypeOf(payments.check(described.annulPayment, { transactionId })).toEqualTypeOf<
    Promise<readonly ValidationIssue[]>
  >();
  // @ts-expect-error transactionId
  void payments.check(described.annulPayment, {});
});

test("an operation is described with what its path needs", () => {
  defineOperation({ ...annul, input: z.object({ id: z.int() }), response: answer });
  defineOperation({ ...annul, input: z.object({ id: z.string().transform(exactNumber) }), response: answer });
  // @ts-expect-error a placeholder that the input lacks
  defineOperation({ ...annul, input: z.object({ ID: z.string() }), response: answer });
  // @ts-expect-error a placeholder that may be absent
  defineOperation({ ...annul, input: z.object({ id: z.string().optional() }), response: answer });
  // @ts-expect-error a placeholder that is no value of a path
  defineOperation({ ...annul, input: z.object({ id: z.array(z.string()) }), response: answer });
  // @ts-expect-error an answer that is no object
  defineOperation({ ...annul, input: z.object({ id: z.string() }), response: z.string() });
  // @ts-expect-error no such method
  defineOperation({ ...annul, method: "PUT", input: z.object({ id: z.string() }), response: answer });
});

test("body and query are given what the input's schema gives", () => {
  const input = z.object({ id: z.string(), amount: z.string().transform(exactNumber) });
  defineOperation({
    ...annul,
    input,
    response: answer,
    body: ({ amount }) => expectTypeOf(amount).toEqualTypeOf<ReturnType<typeof exactNumber>>(),
  });
  // @ts-expect-error a list is no value of a query
  defineOperation({ ...annul, effect: "read", method: "GET", input, response: answer, query: ({ id }) => ({ ids: [id] }) });
});

test("the fake is typed by the operation", () => {
  expectTypeOf<CustomResponse<typeof described.annulPayment>>().toEqualTypeOf<{ totalAmountAnnulled: Decimal }>();
  service.on(described.findPayment, ({ input }) => {
    expectTypeOf(input.withHistory).toEqualTypeOf<"true" | "false" | undefined>();
    return { state: "open", finalized: [] };
  });
  // @ts-expect-error url
  service.on(described.initializePayment, ({ input }) => ({ sessionId: input.totalAmount }));
});
