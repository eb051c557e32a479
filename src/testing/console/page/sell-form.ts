/** Sells something: an order that its customer has paid. */
import { byId, setText } from "./document.js";
import { tell } from "./news.js";
import { failureOf } from "./send-action.js";

export function enableSelling(): void {
  byId("sell").addEventListener("submit", (event) => {
    event.preventDefault();
    void sell();
  });
}

async function sell(): Promise<void> {
  const paymentMethod = byId<HTMLSelectElement>("sell-method").value;
  const amount = byId<HTMLInputElement>("sell-amount").value.trim();
  const failure = await failureOf("sell", { paymentMethod, amount });
  setText(byId("sell-problem"), failure ?? "");
  if (failure === undefined) tell(`Sold for ${amount}.`);
}
