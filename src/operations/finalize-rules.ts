/** The rules on a finalization that look beyond one field. A rule runs only when the facts that it needs are given. */

import type { Rules } from "../call/call-schema.js";
import { Exact } from "../model/amount.js";
import { hasNoLines, isCredit } from "../model/payment-method.js";
import { isFields } from "../model/plain.js";
import { isJsonNumber } from "../wire/json.js";
import { linesOf, reportLines } from "./line-item-rules.js";
import { reportDecimals } from "./total-amount.js";

export const finalizeRules: Rules = (finalization, { authorization }, report) => {
  const { lineItems, totalAmount } = finalization;
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = isFields(authorization) ? authorization : {};
  // Where one of the two amounts is not known, no rule finds too much or too little.
  const areBothKnown = isJsonNumber(totalAmount) && isJsonNumber(authorizedAmount);
  const excess = areBothKnown ? new Exact(totalAmount.rawJSON).cmp(authorizedAmount.rawJSON) : 0;
  reportDecimals(totalAmount, currencyCode, report);
  reportLines(finalization, paymentMethod, report);

  if (paymentMethod === "internet_bank") {
    const rule = "is internet_bank, whose payments are finalized automatically: do not finalize them";
    report(["options", "authorization", "paymentMethod"], { code: "not_allowed", rule });
  }
  if (paymentMethod === "card" && excess > 0) {
    const rule = "must be at most the authorized amount when card pays: lower it";
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
  if (isCredit(paymentMethod) && excess !== 0) {
    const rule = `must be exactly the authorized amount when ${paymentMethod} pays: only the full amount can be finalized`;
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
  if (hasLineItems === false && lineItems !== undefined) {
    const rule = "are allowed only when the order was created with line items: leave them out";
    report(["lineItems"], { code: "not_allowed", rule });
  }
  const isPart = excess < 0 && !isCredit(paymentMethod) && !hasNoLines(paymentMethod);
  if (hasLineItems === true && isPart && linesOf(lineItems).length === 0) {
    const rule = "are required for a part of an order that has line items: add the lines of this part";
    report(["lineItems"], { code: "required", rule });
  }
};
