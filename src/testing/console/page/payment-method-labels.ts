/** The payment methods' names for people. */
import type { FakePaymentMethod } from "../../service/rules/payment-methods.js";

export const paymentMethodLabels: Readonly<Record<FakePaymentMethod, string>> = {
  card: "Card",
  invoice: "Invoice",
  installments: "Installments",
  paypal: "PayPal",
  swish: "Swish",
  internet_bank: "Internet bank",
  other: "Other",
};
