import fc from "fast-check";
import { basicAuth } from "merchant-payments";
import { declaredKeys } from "./failures.ts";

export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
}

export interface FuzzResult {
  /** How many calls ended in each way. */
  readonly tally: Readonly<Record<string, number>>;
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

/** The end of a case, and what is wrong with it. */
interface Played {
  readonly ended: string;
  readonly faults: readonly string[];
}

/** Plays so many cases. No case may change a prototype of the language or leave a rejection unhandled. */
export async function fuzz<Case>(
  { cases, seed }: FuzzOptions,
  drawn: fc.Arbitrary<Case>,
  play: (drawn: Case) => Promise<Played>,
): Promise<FuzzResult> {
  const tally: Record<string, number> = {};
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listener);
  const property = fc.asyncProperty(drawn, async (given) => {
    const { ended, faults } = await play(given);
    const rejections = unhandled.splice(0).map((reason) => `an unhandled rejection: ${String(reason)}`);
    const polluted = namesOfPrototypes() === namesBefore ? [] : ["a prototype of the language was changed"];
    const all = [...faults, ...rejections, ...polluted];
    if (all.length > 0) throw new Error(all.join("; "));
    tally[ended] = (tally[ended] ?? 0) + 1;
  });
  const details = await fc.check(property, { numRuns: cases, seed });
  process.off("unhandledRejection", listener);
  const report = await fc.asyncDefaultReportMessage(details);
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : "";
  return { tally, failure: report && `${reason}\n${report}` };
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
