/** The rules on a finalization that look beyond one field. A rule runs only when the facts that it needs are given. */
import { Exact } from "../model/amount.js";
import { hasNoLines, isCredit } from "../model/payment-method.js";
import { type Fields, isFields } from "../model/plain.js";
import type { Report, Waived } from "../model/schema.js";
import { isJsonNumber } from "../wire/json.js";
import type { Rules } from "./call-schema.js";
import { linesOf, reportLines } from "./line-item-rules.js";
import { reportDecimals } from "./total-amount.js";

export function finalizeRules(waived: Waived): Rules {
  return (finalization, options, report) => {
    const authorization = isFields(options["authorization"]) ? options["authorization"] : {};
    const { paymentMethod, currencyCode } = authorization;
    reportDecimals(finalization["totalAmount"], currencyCode, waived, report);
    reportLines(finalization, paymentMethod, waived, report);
    reportMethod(paymentMethod, report);
    reportAmount(finalization["totalAmount"], authorization, report);
    reportPresenceOfLines(finalization, authorization, report);
  };
}

function reportMethod(method: unknown, report: Report): void {
  if (method !== "internet_bank") return;
  const rule = "is internet_bank, whose payments are finalized automatically: do not finalize them";
  report(["options", "authorization", "paymentMethod"], { code: "not_allowed", rule });
}

function reportAmount(total: unknown, { paymentMethod: method, authorizedAmount }: Fields, report: Report): void {
  const comparison = compared(total, authorizedAmount);
  if (comparison === undefined) return;
  if (method === "card" && comparison > 0) {
    const rule = "must be at most the authorized amount when card pays: lower it";
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
  if (isCredit(method) && comparison !== 0) {
    const rule = `must be exactly the authorized amount when ${method} pays: only the full amount can be finalized`;
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
}

function reportPresenceOfLines(finalization: Fields, authorization: Fields, report: Report): void {
  const { lineItems, totalAmount } = finalization;
  const { paymentMethod, authorizedAmount, hasLineItems } = authorization;
  if (hasLineItems === false && lineItems !== undefined) {
    const rule = "are allowed only when the order was created with line items: leave them out";
    report(["lineItems"], { code: "not_allowed", rule });
  }
  const isPart = compared(totalAmount, authorizedAmount) === -1;
  const canBePart = !isCredit(paymentMethod) && !hasNoLines(paymentMethod);
  if (hasLineItems === true && isPart && canBePart && linesOf(lineItems).length === 0) {
    const rule = "are required for a part of an order that has line items: add the lines of this part";
    report(["lineItems"], { code: "required", rule });
  }
}

function compared(a: unknown, b: unknown): number | undefined {
  return isJsonNumber(a) && isJsonNumber(b) ? new Exact(a.rawJSON).cmp(b.rawJSON) : undefined;
}
