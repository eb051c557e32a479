import Stripe from "stripe";
import type { Target } from "../workload.ts";

export function connect(target: Target) {
  return rawRequestOf(target, {});
}

/** Of the parts of stripe's API only the second sends JSON. */
export function rawRequestOf({ baseUrl, body }: Target, config: Stripe.StripeConfig) {
  const { hostname: host, port } = new URL(baseUrl);
  const stripe = new Stripe("sk_test_bench", { host, port: Number(port), protocol: "http", ...config });
  const parameters = JSON.parse(body);
  return () => stripe.rawRequest("POST", "/v2/core/finalizations", parameters);
}
