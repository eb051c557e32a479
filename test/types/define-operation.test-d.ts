import type { PaymentClient } from "merchant-payments";
import { Decimal, defineOperation, exactNumber } from "merchant-payments";
import type { FakePaymentService } from "merchant-payments/testing";
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { CallResult, ResultBase } from "../../src/evidence/envelope.js";
import type { CustomResponse } from "../../src/testing/service/routes/custom-operations.js";
import type { zod } from "../operations/custom/described.js";

declare const payments: PaymentClient;
declare const service: FakePaymentService;
declare const described: typeof zod;

const transactionId = "202603040000000001";
const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
const payment = { orderId, returnUrl: "https://a.example", totalAmount: "1.00" };
const annul = { name: "annul", path: "/payments/{id}/annul", effect: "money" } as const;
const response = z.object({});
type Exact = ReturnType<typeof exactNumber>;

describe("a call of a custom operation", () => {
  test("takes what the input's schema takes, and returns what the response's schema returns", () => {
    const session = payments.call(described.initializePayment, payment);
    expectTypeOf(session).resolves.toEqualTypeOf<CallResult<{ sessionId: string; url: string }>>();
    const annulled = payments.call(described.annulPayment, { transactionId }, { sendBefore: new Date() });
    expectTypeOf(annulled).resolves.toHaveProperty("totalAmountAnnulled").toEqualTypeOf<Decimal>();
    const found = payments.call(described.findPayment, { transactionId, withHistory: undefined });
    expectTypeOf(found).resolves.toHaveProperty("finalized").toEqualTypeOf<Decimal[]>();
  });

  test("returns the service's status, whatever the response's schema says", () => {
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
  });
});

test("preview and check are for the library's own operations", () => {
  // @ts-expect-error a custom operation
  payments.preview(described.annulPayment, { transactionId });
  // @ts-expect-error a custom operation
  payments.check(described.annulPayment, { transactionId });
});

test("an operation is described with what its path needs", () => {
  defineOperation({ ...annul, input: z.object({ id: z.int() }), response });
  defineOperation({ ...annul, input: z.object({ id: z.string().transform(exactNumber) }), response });
  // @ts-expect-error a placeholder that the input lacks
  defineOperation({ ...annul, input: z.object({ ID: z.string() }), response });
  // @ts-expect-error a placeholder that may be absent
  defineOperation({ ...annul, input: z.object({ id: z.string().optional() }), response });
  // @ts-expect-error a placeholder that is no value of a path
  defineOperation({ ...annul, input: z.object({ id: z.array(z.string()) }), response });
  // @ts-expect-error a response that is no object
  defineOperation({ ...annul, input: z.object({ id: z.string() }), response: z.string() });
  // @ts-expect-error no such method
  defineOperation({ ...annul, method: "PUT", input: z.object({ id: z.string() }), response });
});

describe("the numbers of a response arrive as Decimal", () => {
  const input = z.object({ id: z.string() });
  const amount = z.instanceof(Decimal);

  test("so that a schema that takes them as numbers does not compile", () => {
    // @ts-expect-error a number beside a Decimal, a boolean and what is not known
    defineOperation({ ...annul, input, response: z.object({ amount, isPart: z.boolean(), x: z.any(), n: z.int() }) });
    // @ts-expect-error a number in a record
    defineOperation({ ...annul, input, response: z.record(z.string(), z.number()) });
  });

  test("and a schema that takes a Decimal, or anything, compiles", () => {
    interface Tree {
      name: string;
      parts: Tree[];
    }
    const tree: z.ZodType<Tree, Tree> = z.lazy(() => z.object({ name: z.string(), parts: z.array(tree) }));
    const number = amount.transform((read) => read.toNumber());
    const either = z.union([z.number(), amount]);
    const operation = defineOperation({ ...annul, input, response: z.object({ number, either, tree, any: z.any() }) });
    const called = payments.call(operation, { id: "1" });
    expectTypeOf(called).resolves.toHaveProperty("number").toEqualTypeOf<number>();
    const loose = z.looseObject({ count: z.coerce.number(), brand: z.string().brand("x") });
    defineOperation({ ...annul, input, response: loose });
    const others = z.object({ at: z.iso.datetime(), kind: z.enum(["A"]), of: z.null() });
    defineOperation({ ...annul, input, response: others });
  });
});

test("body and query get what the input's schema returns", () => {
  const input = z.object({ id: z.string(), amount: z.string().transform(exactNumber) });
  const operation = { ...annul, input, response };
  defineOperation({ ...operation, body: ({ amount }) => expectTypeOf(amount).toEqualTypeOf<Exact>() });
  // @ts-expect-error a list is no value of a query
  defineOperation({ ...annul, effect: "read", method: "GET", input, response, query: ({ id }) => ({ ids: [id] }) });
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
