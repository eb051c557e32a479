import type {
  AnyPaymentError,
  CreateOrderResult,
  Decimal,
  FinalizationResolution,
  FinalizeResult,
  PaymentClient,
  Preview,
  ReceivedResponse,
  ReportedFinalization,
  RiskAssessment,
  ServiceStatus,
} from "merchant-payments";
import { responseOf } from "merchant-payments";
import { expectTypeOf, test } from "vitest";

declare const payments: PaymentClient;

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };

test("createOrder", () => {
  expectTypeOf(payments.createOrder(order)).resolves.toEqualTypeOf<CreateOrderResult>();
  expectTypeOf<CreateOrderResult["orderId"]>().toEqualTypeOf<string>();
  expectTypeOf<CreateOrderResult["pending"]>().toEqualTypeOf<boolean>();
  expectTypeOf<CreateOrderResult["status"]>().toEqualTypeOf<ServiceStatus>();
});

test("finalize: amounts are Decimals, what may be missing is optional", () => {
  expectTypeOf(payments.finalize(finalization)).resolves.toEqualTypeOf<FinalizeResult>();
  expectTypeOf<FinalizeResult["transactionId"]>().toEqualTypeOf<string>();
  expectTypeOf<FinalizeResult["canFinalizeAgain"]>().toEqualTypeOf<boolean>();
  expectTypeOf<FinalizeResult["amountRemainingForFinalize"]>().toEqualTypeOf<Decimal>();
  expectTypeOf<FinalizeResult["totalAmountFinalized"]>().toEqualTypeOf<Decimal>();
  expectTypeOf<FinalizeResult["totalAmountPendingFinalization"]>().toEqualTypeOf<Decimal>();
  expectTypeOf<FinalizeResult["batchId"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<FinalizeResult["acquirerId"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<FinalizeResult["riskAssessment"]>().toEqualTypeOf<RiskAssessment | undefined>();
});

test("resolveFinalization: a union by its state, its facts required", async () => {
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
  const found = await payments.resolveFinalization(finalization, { authorization });
  expectTypeOf(found).toEqualTypeOf<FinalizationResolution>();
  expectTypeOf(found.finalization).toEqualTypeOf<ReportedFinalization>();
  expectTypeOf(found.error).toEqualTypeOf<AnyPaymentError | undefined>();
  switch (found.state) {
    case "captured":
      expectTypeOf(found.by).toEqualTypeOf<"first" | "repeat">();
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

test("a status of a result is that of a success", () => {
  expectTypeOf<ServiceStatus["isSuccess"]>().toEqualTypeOf<true>();
  expectTypeOf<ServiceStatus["errorNumber"]>().toEqualTypeOf<0>();
  expectTypeOf<ServiceStatus["statusKey"]>().toEqualTypeOf<"SUCCESS" | "PENDING">();
});

test("an amount of a result goes into the next call", async () => {
  const remaining = {} as FinalizeResult["amountRemainingForFinalize"];
  await payments.finalize({ ...finalization, totalAmount: remaining });
});

test("preview and responseOf", () => {
  expectTypeOf(payments.preview("createOrder", order)).toEqualTypeOf<Preview>();
  expectTypeOf<Preview["method"]>().toEqualTypeOf<"POST" | "GET">();
  expectTypeOf(responseOf({})).toEqualTypeOf<ReceivedResponse | undefined>();
});
