import Stripe from "stripe";
import type { Target } from "../workload.ts";
import { rawRequestOf } from "./stripe.ts";

export function connect(target: Target) {
  return rawRequestOf(target, { httpClient: Stripe.createFetchHttpClient() });
}
