/** Shows an authorization, with its amounts and finalizations. */
import type { FakeAuthorization } from "../../service/rules/authorizations.js";
import type { FakeFinalization } from "../../service/rules/finalizations.js";
import { paymentMethodLabels } from "../labels.js";
import { element, setText } from "./document.js";
import { isZero } from "./is-zero.js";
import { createList, type View } from "./list.js";
import { paymentActions } from "./payment-actions.js";

export interface Payment {
  readonly authorization: FakeAuthorization;
  readonly finalizations: readonly FakeFinalization[];
}

const shownAmounts = [
  ["Authorized", "authorizedAmount"],
  ["Finalized", "totalAmountFinalized"],
  ["Pending", "totalAmountPendingFinalization"],
  ["Remaining", "amountRemainingForFinalize"],
] as const;

export function paymentView({ authorization: first }: Payment): View<Payment> {
  const { transactionId, paymentMethod } = first;
  const actions = paymentActions(first);
  const badge = element("span", { class: "badge" });
  const amounts = shownAmounts.map(([label, field]) => ({ label, field, node: element("dd") }));
  const finalizationList = element("ol", { class: "finalizations" });
  const showFinalizations = createList<FakeFinalization>(
    finalizationList,
    (finalization) => finalization.transactionId,
    finalizationView,
  );
  const head = element(
    "div",
    { class: "row" },
    element("span", {}, element("b", {}, paymentMethodLabels[paymentMethod]), " ", badge),
    element("code", { class: "id" }, transactionId),
  );
  const rows = amounts.map(({ label, node }) => element("div", {}, element("dt", {}, label), node));
  return {
    node: element("li", {}, head, element("dl", { class: "amounts" }, ...rows), finalizationList, actions.node),
    update({ authorization, finalizations }) {
      const state = stateOf(authorization);
      badge.dataset["state"] = state;
      setText(badge, state);
      for (const { field, node } of amounts) {
        setText(node, authorization[field]);
        node.classList.toggle("nothing", isZero(authorization[field]));
      }
      showFinalizations(finalizations);
      actions.update(authorization);
    },
  };
}

function finalizationView({ transactionId, totalAmount, batchId }: FakeFinalization): View<FakeFinalization> {
  const label = element("span");
  const facts = element("span", { class: "facts" }, label, element("code", { class: "id" }, transactionId));
  if (batchId !== undefined) facts.append(element("span", { class: "quiet" }, `batch ${batchId}`));
  return {
    node: element("li", { class: "row" }, facts, element("span", { class: "amount" }, totalAmount)),
    update: ({ pending }) => setText(label, pending ? "Finalization, pending" : "Finalization"),
  };
}

function stateOf(authorization: FakeAuthorization): string {
  if (authorization.annulled) return "annulled";
  if (!isZero(authorization.totalAmountPendingFinalization)) return "pending";
  if (!authorization.canFinalizeAgain) return "finalized";
  return isZero(authorization.totalAmountFinalized) ? "authorized" : "partly finalized";
}
