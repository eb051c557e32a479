/** The part of the page's script that shows orders, with what was authorized and finalized on each. */
export const pageScriptOrders = `
const isMore = (amount) => /[1-9]/.test(amount);

function showOrders({ run, orders, totals, authorizations, finalizations }) {
  byId("no-orders").hidden = orders.length > 0;
  const more = totals.orders - orders.length;
  byId("more-orders").hidden = more === 0;
  setText(byId("more-orders"), "and " + more + " earlier");
  const shown = orders.toReversed().map((order) => ({
    order,
    authorizations: authorizations.filter(({ orderId }) => orderId === order.orderId),
    finalizations: finalizations.filter(({ orderId }) => orderId === order.orderId),
  }));
  keepList(byId("order-list"), shown, ({ order }) => run + order.orderId, orderView);
}

function orderView({ order }) {
  const { orderId, orderNumber, totalAmount, currencyCode, form, lineItems, ...rest } = order;
  const title = "order-" + orderId;
  const payments = element("ol", { class: "payments" });
  const head = element("div", { class: "row" },
    element("h3", { id: title }, orderNumber),
    element("span", { class: "amount" }, totalAmount, " ", element("abbr", {}, currencyCode)));
  const facts = element("p", { class: "facts" }, element("span", { class: "badge" }, form), element("code", { class: "id" }, orderId));
  const details = element("details", {}, element("summary", {}, "What was ordered"), describe({ ...rest, lineItems }));
  const article = element("article", { "aria-labelledby": title }, head, facts);
  if (form === "detailed") article.append(details);
  article.append(payments, payForm(order));
  return {
    node: element("li", {}, article),
    update({ authorizations, finalizations }) {
      const shown = authorizations.map((authorization) => ({
        ...authorization,
        finalizations: finalizations.filter((each) => each.authorizationId === authorization.transactionId),
      }));
      keepList(payments, shown, ({ transactionId }) => transactionId, paymentView);
    },
  };
}

function paymentView({ transactionId, paymentMethod }) {
  const badge = element("span", { class: "badge" });
  const amounts = ["Authorized", "Finalized", "Pending", "Remaining"].map((name) => [name, element("dd")]);
  const finalizations = element("ol", { class: "finalizations" });
  const node = element("li", {},
    element("div", { class: "row" },
      element("span", {}, element("b", {}, methodLabel(paymentMethod)), " ", badge),
      element("code", { class: "id" }, transactionId)),
    element("dl", { class: "amounts" }, ...amounts.map(([name, value]) => element("div", {}, element("dt", {}, name), value))),
    finalizations);
  return {
    node,
    update(payment) {
      const state = stateOf(payment);
      badge.dataset.state = state;
      setText(badge, state);
      const { authorizedAmount, totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize } = payment;
      const values = [authorizedAmount, totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize];
      for (const [index, [, value]] of amounts.entries()) {
        setText(value, values[index]);
        value.classList.toggle("nothing", !isMore(values[index]));
      }
      keepList(finalizations, payment.finalizations, (each) => each.transactionId, finalizationView);
    },
  };
}

function stateOf({ annulled, canFinalizeAgain, totalAmountPendingFinalization, totalAmountFinalized }) {
  if (annulled) return "annulled";
  if (isMore(totalAmountPendingFinalization)) return "pending";
  if (!canFinalizeAgain) return "finalized";
  return isMore(totalAmountFinalized) ? "partly finalized" : "authorized";
}

function finalizationView({ transactionId, totalAmount, batchId }) {
  const what = element("span");
  const batch = batchId === undefined ? [] : [element("span", { class: "quiet" }, "batch " + batchId)];
  const facts = element("span", { class: "facts" }, what, element("code", { class: "id" }, transactionId), ...batch);
  const node = element("li", { class: "row" }, facts, element("span", { class: "amount" }, totalAmount));
  return { node, update: ({ pending }) => setText(what, pending ? "Finalization, pending" : "Finalization") };
}

function methodLabel(method) {
  return [...byId("payment-methods").content.children].find(({ value }) => value === method).textContent;
}

/** The customer's part: pays the order, or hears which rule forbids that. */
function payForm({ orderId, orderNumber, totalAmount }) {
  const method = element("select", { id: "method-" + orderId, autocomplete: "off" });
  method.append(byId("payment-methods").content.cloneNode(true));
  const amount = element("input", { id: "amount-" + orderId, inputmode: "decimal", autocomplete: "off", placeholder: totalAmount, size: "9" });
  const problem = element("p", { class: "problem", role: "alert" });
  const form = element("form", { class: "pay", "aria-label": "Authorize " + orderNumber },
    element("p", { class: "field" }, element("label", { for: method.id }, "Customer pays with"), method),
    element("p", { class: "field" }, element("label", { for: amount.id }, "Amount"), amount),
    element("button", { type: "submit" }, "Authorize"),
    problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = amount.value.trim();
    const fields = { orderId, paymentMethod: method.value, ...(given !== "" && { amount: given }) };
    const failure = await send("authorize", fields);
    setText(problem, failure ?? "");
    if (failure !== undefined) return;
    amount.value = "";
    tell("Order " + orderNumber + " is authorized.");
  });
  return form;
}
`;
