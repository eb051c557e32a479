/** The rules on an order that look beyond one field. A rule of a payment method runs only when the method is given. */

import type { Rules } from "../call/call-schema.js";
import { hasNoLines, isCredit } from "../model/payment-method.js";
import { linesOf, reportLines } from "./line-item-rules.js";
import { reportDecimals } from "./total-amount.js";

export const simpleOrderRules: Rules = (order, { paymentMethod }, report) => {
  reportDecimals(order["totalAmount"], order["currencyCode"], report);
  if (isCredit(paymentMethod) || paymentMethod === "paypal") {
    const rule = `is ${paymentMethod}, which needs the detailed form: add lineItems, billTo and what it requires`;
    report(["options", "paymentMethod"], { code: "not_allowed", rule });
  }
};

export const detailedOrderRules: Rules = (order, { paymentMethod }, report) => {
  const { customer, lineItems, orderDescription, salesLocationId } = order;
  reportDecimals(order["totalAmount"], order["currencyCode"], report);
  reportLines(order, paymentMethod, report);

  if (isCredit(paymentMethod) && customer === undefined) {
    report(["customer"], { code: "required", rule: `is required when ${paymentMethod} pays: add the buyer` });
  }
  if (isCredit(paymentMethod) && Array.isArray(lineItems) && lineItems.length === 0) {
    report(["lineItems"], { code: "required", rule: `are required when ${paymentMethod} pays: add the lines` });
  }
  if (paymentMethod === "paypal" && orderDescription === undefined) {
    report(["orderDescription"], { code: "required", rule: "is required when paypal pays: add 1 to 255 characters" });
  }
  if (hasNoLines(paymentMethod) && linesOf(lineItems).length > 0) {
    const rule = `are not supported when ${paymentMethod} pays: send an empty list`;
    report(["lineItems"], { code: "not_allowed", rule });
  }
  const isForCard = paymentMethod === undefined || paymentMethod === "card" || paymentMethod === "other";
  if (!isForCard && salesLocationId !== undefined) {
    const rule = "is for card payments only: leave it out";
    report(["salesLocationId"], { code: "not_allowed", rule, assumption: "salesLocation" });
  }
};
