import Stripe from "stripe";
import type { Call, Target } from "../workload.ts";
import { stripeCall } from "./stripe.ts";

export function connect(target: Target): Call {
  return stripeCall(target, { httpClient: Stripe.createFetchHttpClient() });
}
