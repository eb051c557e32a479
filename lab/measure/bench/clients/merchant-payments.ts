import { type Call, finalization, merchant, orders, type Target } from "../workload.ts";

export function connect(target: Target): Promise<Call> {
  return ownCall(target, {});
}

/** Of the build that the target names: this one or an earlier one. */
export async function ownCall({ library, baseUrl, caseName }: Target, options: { fetch?: typeof fetch }) {
  const { PaymentClient, basicAuth } = (await import(library)) as typeof import("merchant-payments");
  const payments = new PaymentClient({ baseUrl, auth: basicAuth(merchant.id, merchant.password), ...options });
  if (caseName === "finalize") return () => payments.finalize(finalization);
  const order = orders[caseName];
  return () => payments.createOrder(order);
}
