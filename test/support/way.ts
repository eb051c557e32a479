import type { PaymentClientOptions } from "merchant-payments";
import { inject } from "vitest";

/** The ways to the network: node:http, the default on Node, and a fetch. */
export type Way = "node" | "fetch";

declare module "vitest" {
  interface ProvidedContext {
    way: Way;
  }
}

/** The way that this run's clients go: see the projects in vitest.config.ts. */
export const way: Way = inject("way");

/** What is expected on this run's way, where the two rightly differ. */
export function onWay<T>(expected: Readonly<Record<Way, T>>): T {
  return expected[way];
}

/** The options by which a client goes this run's way. */
export const wayOptions: Partial<PaymentClientOptions> = onWay({ node: {}, fetch: { fetch: globalThis.fetch } });
