import { basicAuth, PaymentClient } from "merchant-payments";
import { finalization, merchant, orderOfTen, type Target } from "../workload.ts";

export function connect({ baseUrl, operation }: Target) {
  const payments = new PaymentClient({ baseUrl, auth: basicAuth(merchant.id, merchant.password) });
  if (operation === "order") return () => payments.createOrder(orderOfTen);
  return () => payments.finalize(finalization);
}
