/** What can be done with an authorization: what the merchant, the service and the night would do. */
import type { FakeAuthorization } from "../../service/rules/authorizations.js";
import { element, setText } from "./document.js";
import { isZero } from "./is-zero.js";
import { tell } from "./news.js";
import { failureOf } from "./send-action.js";

export interface PaymentActions {
  readonly node: HTMLElement;
  /** Shows what can be done now. */
  update(authorization: FakeAuthorization): void;
}

export function paymentActions({ transactionId }: FakeAuthorization): PaymentActions {
  const amountId = `finalize-${transactionId}`;
  const amount = element("input", { id: amountId, inputmode: "decimal", autocomplete: "off", size: "9" });
  const finalize = element("button", { type: "submit" }, "Finalize");
  const complete = element("button", { type: "button" }, "Complete pending");
  const annul = element("button", { type: "button" }, "Annul");
  const problem = element("p", { class: "problem", role: "alert" });
  const label = element("label", { class: "hidden", for: amountId }, "Amount to finalize");
  const form = element("form", { class: "do" }, label, amount, finalize, complete, annul, problem);

  async function act(action: string, fields: object, words: string): Promise<void> {
    const failure = await failureOf(action, { transactionId, ...fields });
    setText(problem, failure ?? "");
    if (failure !== undefined) return;
    amount.value = "";
    tell(words);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const totalAmount = amount.value.trim() || amount.placeholder;
    void act("finalize", { totalAmount }, `${totalAmount} is finalized.`);
  });
  complete.addEventListener("click", () => void act("complete-pending", {}, "What was pending has gone through."));
  annul.addEventListener("click", () => void act("annul", {}, "What was left is annulled."));

  return {
    node: form,
    update({ canFinalizeAgain, amountRemainingForFinalize, totalAmountPendingFinalization }) {
      amount.placeholder = amountRemainingForFinalize;
      for (const node of [amount, finalize, annul]) node.hidden = !canFinalizeAgain;
      complete.hidden = isZero(totalAmountPendingFinalization);
      form.hidden = !canFinalizeAgain && complete.hidden;
    },
  };
}
