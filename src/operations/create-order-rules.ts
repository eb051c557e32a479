/** The rules on an order that look beyond one field. A rule of a payment method runs only when the method is given. */
import { hasNoLines, isCredit } from "../model/payment-method.js";
import type { Fields } from "../model/plain.js";
import type { Report, Waived } from "../model/schema.js";
import type { Rules } from "./call-schema.js";
import { linesOf, reportLines } from "./line-item-rules.js";
import { reportDecimals } from "./total-amount.js";

export function simpleOrderRules(waived: Waived): Rules {
  return (order, { paymentMethod }, report) => {
    reportDecimals(order["totalAmount"], order["currencyCode"], waived, report);
    if (isCredit(paymentMethod) || paymentMethod === "paypal") {
      const rule = `is ${paymentMethod}, which needs the detailed form: add lineItems, billTo and what it requires`;
      report(["options", "paymentMethod"], { code: "not_allowed", rule });
    }
  };
}

export function detailedOrderRules(waived: Waived): Rules {
  return (order, { paymentMethod }, report) => {
    reportDecimals(order["totalAmount"], order["currencyCode"], waived, report);
    reportLines(order, paymentMethod, waived, report);
    reportMethod(order, paymentMethod, report);
    reportSalesLocation(order, paymentMethod, waived, report);
  };
}

function reportMethod(order: Fields, method: unknown, report: Report): void {
  const { customer, lineItems, orderDescription } = order;
  const isWithoutLines = Array.isArray(lineItems) && lineItems.length === 0;
  if (isCredit(method) && customer === undefined) {
    report(["customer"], { code: "required", rule: `is required when ${method} pays: add the buyer` });
  }
  if (isCredit(method) && isWithoutLines) {
    report(["lineItems"], { code: "required", rule: `are required when ${method} pays: add the lines` });
  }
  if (method === "paypal" && orderDescription === undefined) {
    report(["orderDescription"], { code: "required", rule: "is required when paypal pays: add 1 to 255 characters" });
  }
  if (hasNoLines(method) && linesOf(lineItems).length > 0) {
    report(["lineItems"], {
      code: "not_allowed",
      rule: `are not supported when ${method} pays: send an empty list`,
    });
  }
}

function reportSalesLocation(order: Fields, method: unknown, waived: Waived, report: Report): void {
  const isForCard = method === undefined || method === "card" || method === "other";
  if (isForCard || order["salesLocationId"] === undefined || waived.has("salesLocation")) return;
  const rule = "is for card payments only: leave it out";
  report(["salesLocationId"], { code: "not_allowed", rule, assumption: "salesLocation" });
}
