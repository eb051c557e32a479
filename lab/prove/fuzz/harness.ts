import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import fc from "fast-check";
import { basicAuth } from "merchant-payments";
import { declaredKeys } from "./failures.ts";

export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
}

export interface FuzzResult {
  /** How many calls ended in each way, without wrong ones. */
  readonly tally: Readonly<Record<string, number>>;
  readonly total: number;
  /** The seed, the smallest case with a wrong end, and what is wrong with it. */
  readonly failure: string | undefined;
}

/** Some responses are larger. */
export const MAX_RESPONSE_BYTES = 1_500;

export const fuzzedClient = {
  auth: basicAuth("merchant-1", "fake-password"),
  maxResponseBytes: MAX_RESPONSE_BYTES,
  timeoutMs: 60_000,
  statusKeys: declaredKeys,
} as const;

export interface Played {
  readonly ended: string;
  /** What is wrong with that end. */
  readonly faults: readonly string[];
}

/** Plays so many cases. No case may change a prototype of the language or leave a rejection unhandled. */
export async function fuzz<Plan>(
  { cases, seed }: FuzzOptions,
  plans: fc.Arbitrary<Plan>,
  play: (plan: Plan) => Promise<Played>,
): Promise<FuzzResult> {
  const tally: Record<string, number> = {};
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listener);
  const property = fc.asyncProperty(plans, async (plan) => {
    const { ended, faults } = await play(plan);
    const rejections = unhandled.splice(0).map((reason) => `an unhandled rejection: ${String(reason)}`);
    const polluted = namesOfPrototypes() === namesBefore ? [] : ["a prototype of the language was changed"];
    const all = [...faults, ...rejections, ...polluted];
    if (all.length > 0) throw new Error(all.join("; "));
    tally[ended] = (tally[ended] ?? 0) + 1;
  });
  const details = await fc.check(property, { numRuns: cases, seed });
  process.off("unhandledRejection", listener);
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const report = await fc.asyncDefaultReportMessage(details);
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : "";
  return { tally, total, failure: report && `${reason}\n${report}` };
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Promise.prototype, JSON];
const namesOfPrototypes = () => prototypes.map((object) => Reflect.ownKeys(object).map(String).join()).join(";");
const namesBefore = namesOfPrototypes();

/** One of these. The first number of each pair is its weight. */
export function often<T>(
  ...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Listens on a free loopback port until it is disposed of. */
export async function startPlainServer(server: Server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}
