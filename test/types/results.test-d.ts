import type {
  CreateOrderResult,
  Decimal,
  FinalizationResolution,
  FinalizeResult,
  PaymentClient,
  PaymentError,
  ReceivedResponse,
  ReportedFinalization,
} from "merchant-payments";
import { responseOf } from "merchant-payments";
import { expectTypeOf, test } from "vitest";
import type { finalization as finalizing, order as simple } from "../support/client.js";

declare const payments: PaymentClient;
declare const order: typeof simple;
declare const finalization: typeof finalizing;

test("createOrder returns a CreateOrderResult", () => {
  expectTypeOf(payments.createOrder(order)).resolves.toEqualTypeOf<CreateOrderResult>();
  expectTypeOf<CreateOrderResult["orderId"]>().toEqualTypeOf<string>();
  expectTypeOf<CreateOrderResult["pending"]>().toEqualTypeOf<boolean>();
});

test("finalize returns Decimals, and undefined for optional fields", () => {
  expectTypeOf(payments.finalize(finalization)).resolves.toEqualTypeOf<FinalizeResult>();
  expectTypeOf<FinalizeResult["transactionId"]>().toEqualTypeOf<string>();
  expectTypeOf<FinalizeResult["canFinalizeAgain"]>().toEqualTypeOf<boolean>();
  expectTypeOf<FinalizeResult["amountRemainingForFinalize"]>().toEqualTypeOf<Decimal>();
  expectTypeOf<FinalizeResult["totalAmountFinalized"]>().toEqualTypeOf<Decimal>();
  expectTypeOf<FinalizeResult["totalAmountPendingFinalization"]>().toEqualTypeOf<Decimal>();
  expectTypeOf<FinalizeResult["batchId"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<FinalizeResult["acquirerId"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<NonNullable<FinalizeResult["riskAssessment"]>["text"]>().toEqualTypeOf<string | undefined>();
});

test("resolveFinalization returns a union by state, and requires its facts", async () => {
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
  const found = await payments.resolveFinalization(finalization, { authorization });
  expectTypeOf(found).toEqualTypeOf<FinalizationResolution>();
  expectTypeOf(found.finalization).toEqualTypeOf<ReportedFinalization>();
  expectTypeOf(found.error).toEqualTypeOf<PaymentError | undefined>();
  switch (found.state) {
    case "captured":
      expectTypeOf(found.by).toEqualTypeOf<"first" | "repeat" | "look_up">();
      break;
    case "unknown":
      expectTypeOf(found.canAskAgain).toEqualTypeOf<boolean>();
      break;
    case "pending":
    case "not_captured":
    case "conflict":
      break;
    default:
      expectTypeOf(found).toEqualTypeOf<never>();
  }
  // @ts-expect-error without its facts
  await payments.resolveFinalization(finalization);
  // @ts-expect-error without the authorized amount
  await payments.resolveFinalization(finalization, { authorization: { paymentMethod: "card" } });
});

test("the status of a result is that of a success", () => {
  type Status = (CreateOrderResult | FinalizeResult)["status"];
  expectTypeOf<Status["isSuccess"]>().toEqualTypeOf<true>();
  expectTypeOf<Status["errorNumber"]>().toEqualTypeOf<0>();
  expectTypeOf<Status["statusKey"]>().toEqualTypeOf<"SUCCESS" | "PENDING">();
});

test("an amount of a result can be given to the next call", async () => {
  const remaining = {} as FinalizeResult["amountRemainingForFinalize"];
  await payments.finalize({ ...finalization, totalAmount: remaining });
});

test("preview returns a request, and responseOf a received response", () => {
  expectTypeOf(payments.preview("createOrder", order).method).toEqualTypeOf<"POST" | "GET">();
  expectTypeOf(responseOf({})).toEqualTypeOf<ReceivedResponse | undefined>();
});
