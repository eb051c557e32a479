/** Shows the orders, with what was authorized and finalized on each. */
import type { FakeOrder } from "../../service/rules/orders.js";
import type { ShownState } from "../shown-state.js";
import { byId, element, setText } from "./document.js";
import { createList, type View } from "./list.js";
import { showMore } from "./more.js";
import { payForm } from "./pay-form.js";
import { type Payment, paymentView } from "./payments.js";
import { receivedValue } from "./received-value.js";

interface OrderWithPayments {
  readonly key: string;
  readonly order: FakeOrder;
  readonly payments: readonly Payment[];
}

const showList = createList<OrderWithPayments>(byId("order-list"), ({ key }) => key, orderView);

export function showOrders(state: ShownState, search: string): void {
  const { run, orders, totals, found, authorizations, finalizations } = state;
  setText(byId("total-orders"), totals.orders);
  byId("no-orders").hidden = totals.orders > 0;
  showMore(byId("more-orders"), found.orders, orders.length, search);
  const payments = authorizations.map((authorization) => ({
    authorization,
    finalizations: finalizations.filter(({ authorizationId }) => authorizationId === authorization.transactionId),
  }));
  const shown = orders.map((order) => ({
    key: run + order.orderId,
    order,
    payments: payments.filter(({ authorization }) => authorization.orderId === order.orderId),
  }));
  showList(shown.reverse());
}

function orderView({ order }: OrderWithPayments): View<OrderWithPayments> {
  const { orderId, orderNumber, totalAmount, currencyCode, form } = order;
  const title = `order-${orderId}`;
  const head = element(
    "div",
    { class: "row" },
    element("h3", { id: title }, orderNumber),
    element("span", { class: "amount" }, totalAmount, " ", element("abbr", {}, currencyCode)),
  );
  const facts = element(
    "p",
    { class: "facts" },
    element("span", { class: "badge" }, form),
    element("code", { class: "id" }, orderId),
  );
  const paymentList = element("ol", { class: "payments" });
  const showPayments = createList<Payment>(
    paymentList,
    ({ authorization }) => authorization.transactionId,
    paymentView,
  );
  const article = element("article", { "aria-labelledby": title }, head, facts);
  if (form === "detailed") article.append(orderDetails(order));
  const paymentForm = payForm(order);
  const paying = element("details", { class: "paying" }, element("summary", {}, "Customer pays"), paymentForm);
  article.append(paymentList, paying);
  let hasPaid = false;
  paying.open = true;
  return {
    node: element("li", {}, article),
    update({ payments }) {
      showPayments(payments);
      // What was paid once is seldom to be paid again; nobody loses what is being typed.
      if (!hasPaid && payments.length > 0 && !paymentForm.contains(document.activeElement)) paying.open = false;
      hasPaid = payments.length > 0;
    },
  };
}

function orderDetails(order: FakeOrder): HTMLElement {
  const { orderId, orderNumber, totalAmount, currencyCode, form, lineItems, ...rest } = order;
  return element("details", {}, element("summary", {}, "What was ordered"), receivedValue({ ...rest, lineItems }));
}
