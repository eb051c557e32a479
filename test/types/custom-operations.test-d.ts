import type { Decimal } from "decimal.js";
import type { FakeOrder } from "merchant-payments/testing";
import { type FakePaymentService, pending, rejection } from "merchant-payments/testing";
import { describe, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type {
  CustomCall,
  CustomResponse,
  HandledOperation,
} from "../../src/testing/service/routes/custom-operations.js";
import type { findPayment, initializePayment } from "../support/custom-operations.js";

/** A hand-written Standard Schema, with the types that are read. */
interface Schema<Input, Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: Output };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

interface Refunding {
  transactionId: string;
  totalAmount: { readonly rawJSON: string };
  reason?: "damaged" | "late" | null;
  notify: boolean;
  lines: { readonly quantity: number; readonly price: Decimal }[];
  on: Date;
}

interface Refund extends HandledOperation {
  readonly name: "refund";
  readonly path: "/transactions/{transactionId}/refund";
  readonly method: "POST";
  readonly input: Schema<unknown, Refunding>;
  readonly response: Schema<{ refundId: string; totalAmountRefunded: Decimal }, unknown>;
}

declare const service: FakePaymentService;
declare const refund: Refund;
declare const initialize: typeof initializePayment;
declare const find: typeof findPayment;

describe("a handler gets", () => {
  test("numbers of any kind as text, and the rest as it is in JSON", () => {
    expectTypeOf<CustomCall<Refund>["input"]>().toEqualTypeOf<{
      readonly transactionId: string;
      readonly totalAmount: string;
      readonly reason?: "damaged" | "late" | null;
      readonly notify: boolean;
      readonly lines: readonly { readonly quantity: string; readonly price: string }[];
      readonly on: string;
    }>();
  });

  test("what zod has read", () => {
    service.on(initialize, ({ input, order }) => {
      expectTypeOf(input.orderId).toEqualTypeOf<string>();
      expectTypeOf(input.totalAmount).toEqualTypeOf<string>();
      expectTypeOf(input.saveCard).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(order).toEqualTypeOf<FakeOrder | undefined>();
      return { sessionId: "S-1", url: input.returnUrl };
    });
  });

  test("only text for a GET", () => {
    service.on(find, ({ input }) => {
      expectTypeOf(input).toEqualTypeOf<{
        readonly transactionId: string;
        readonly withHistory: "true" | "false";
        readonly since: string;
      }>();
      return rejection("ORDER_NOT_FOUND");
    });
  });
});

describe("a handler returns", () => {
  test("what the response's schema takes, at once or later, with its Decimals", () => {
    expectTypeOf<CustomResponse<Refund>>().toEqualTypeOf<{ refundId: string; totalAmountRefunded: Decimal }>();
    expectTypeOf<CustomResponse<typeof initializePayment>>().toEqualTypeOf<
      z.input<(typeof initializePayment)["response"]>
    >();
    service.on(refund, ({ input }) => ({ refundId: input.transactionId, totalAmountRefunded: {} as Decimal }));
    service.on(initialize, async ({ input }) => ({ sessionId: "S-1", url: input.returnUrl }));
  });

  test("a rejection, or a response that is pending", () => {
    service.on(initialize, ({ order }) =>
      order ? pending({ sessionId: "S-1", url: "" }) : rejection("ORDER_NOT_FOUND"),
    );
    service.on(initialize, async () => rejection("SESSION_EXPIRED", { errorNumber: 4001 }));
    rejection("SESSION_EXPIRED");
  });

  test("nothing else", () => {
    // @ts-expect-error url
    service.on(initialize, () => ({ sessionId: "S-1" }));
    // @ts-expect-error url
    service.on(initialize, () => pending({ sessionId: "S-1" }));
    // @ts-expect-error a Decimal
    service.on(refund, () => ({ refundId: "R-1", totalAmountRefunded: "1.00" }));
    // @ts-expect-error an input has no such field
    service.on(refund, ({ input }) => rejection("ORDER_NOT_FOUND", { statusMessage: input.orderId }));
  });
});
