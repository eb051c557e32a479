import Stripe from "stripe";
import type { Call, Target } from "../workload.ts";

export function connect(target: Target): Call {
  return stripeCall(target, {});
}

export function stripeCall({ url, body }: Target, config: Stripe.StripeConfig): Call {
  const { hostname: host, port, pathname } = new URL(url);
  const stripe = new Stripe("sk_test_bench", { host, port: Number(port), protocol: "http", ...config });
  const json = JSON.parse(body);
  return () => stripe.rawRequest("POST", `/v2${pathname}`, json); // it sends JSON only to paths of its second version
}
