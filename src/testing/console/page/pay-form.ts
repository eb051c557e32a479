import type { FakeOrder } from "../../service/rules/orders.js";
import { paymentMethodLabels } from "../labels.js";
import { element, setText } from "./document.js";
import { tell } from "./news.js";
import { failureOf } from "./send-action.js";

/** The customer's part: pays the order, or hears which rule forbids that. */
export function payForm({ orderId, orderNumber, totalAmount }: FakeOrder): HTMLFormElement {
  const methods = Object.entries(paymentMethodLabels).map(([value, label]) => element("option", { value }, label));
  const method = element("select", { id: `method-${orderId}`, autocomplete: "off" }, ...methods);
  const amount = element("input", {
    id: `amount-${orderId}`,
    inputmode: "decimal",
    autocomplete: "off",
    placeholder: totalAmount,
    size: "9",
  });
  const problem = element("p", { class: "problem", role: "alert" });
  const form = element(
    "form",
    { class: "pay", "aria-label": `Authorize ${orderNumber}` },
    element("p", { class: "field" }, element("label", { for: method.id }, "Customer pays with"), method),
    element("p", { class: "field" }, element("label", { for: amount.id }, "Amount"), amount),
    element("button", { type: "submit" }, "Authorize"),
    problem,
  );

  async function authorize(): Promise<void> {
    const typed = amount.value.trim();
    const fields = { orderId, paymentMethod: method.value, ...(typed !== "" && { amount: typed }) };
    const failure = await failureOf("authorize", fields);
    setText(problem, failure ?? "");
    if (failure !== undefined) return;
    amount.value = "";
    tell(`Order ${orderNumber} is authorized.`);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void authorize();
  });
  return form;
}
