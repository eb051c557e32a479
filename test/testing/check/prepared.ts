import type { CheckAuthorization } from "merchant-payments/check";
import type { FakePaymentMethod, FakePaymentService } from "merchant-payments/testing";

const SEK = { currencyCode: "SEK" } as const;

/** Makes the authorizations for a check. */
export type Make = (service: FakePaymentService) => CheckAuthorization[];

type Purpose = Exclude<CheckAuthorization["purpose"], "capture" | "annulled" | "equal">;
type Method = Exclude<FakePaymentMethod, "internet_bank">;

/** The three card authorizations of one order, of which a person annuls the second. */
export function cardAuthorizations(service: FakePaymentService): CheckAuthorization[] {
  const { orderId = "" } = service.createOrder({ orderNumber: "CARD-1", totalAmount: "230.00", ...SEK });
  const card = (purpose: "capture" | "annulled" | "equal", authorizedAmount: string): CheckAuthorization => {
    const { transactionId } = service.authorize(orderId, { paymentMethod: "card", authorizedAmount });
    return { purpose, paymentMethod: "card", orderId, transactionId, authorizedAmount, ...SEK };
  };
  const authorizations = [card("capture", "100.00"), card("annulled", "30.00"), card("equal", "100.00")];
  service.annul(authorizations[1]?.transactionId ?? "");
  return authorizations;
}

/** An authorization for one of the other purposes, as a person makes it. */
export function authorizationFor(service: FakePaymentService, purpose: Purpose, paymentMethod: Method) {
  const totalAmount = purpose === "full" || purpose === "pending" ? "10.00" : "100.00";
  const sale = service.sell({ paymentMethod, totalAmount, pending: purpose === "pending" });
  const { orderId, transactionId } = sale;
  if (purpose === "refunded") service.finalize(sale);
  return { purpose, paymentMethod, orderId, transactionId, authorizedAmount: totalAmount, ...SEK };
}

/** One authorization. */
export const only =
  (purpose: Purpose, paymentMethod: Method): Make =>
  (service) => [authorizationFor(service, purpose, paymentMethod)];

const refundable = ["invoice", "installments", "paypal", "swish", "other"] as const;

/** Everything that stage two asks for. */
export const allAuthorizations: Make = (service) => [
  ...cardAuthorizations(service),
  ...(["invoice", "installments", "paypal", "other"] as const).map((each) => authorizationFor(service, "full", each)),
  ...(["paypal", "other"] as const).map((each) => authorizationFor(service, "parts", each)),
  authorizationFor(service, "pending", "swish"),
  ...refundable.map((each) => authorizationFor(service, "refunded", each)),
];
