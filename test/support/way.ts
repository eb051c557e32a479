import type { PaymentClientOptions } from "merchant-payments";
import { inject } from "vitest";

/** The transports: node:http, the default on Node, and a fetch. */
export type Way = "node" | "fetch";

declare module "vitest" {
  interface ProvidedContext {
    way: Way;
  }
}

/** The transport of this run's clients: see the projects in vitest.config.ts. */
export const way: Way = inject("way");

/** The expectation for this run's transport, if the two rightly differ. */
export function onWay<T>(expected: Readonly<Record<Way, T>>): T {
  return expected[way];
}

/** The options for a client over this run's transport. */
export const wayOptions: Partial<PaymentClientOptions> = onWay({ node: {}, fetch: { fetch: globalThis.fetch } });
