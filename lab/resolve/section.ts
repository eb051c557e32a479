/** What a person reads of it, and what must never be. */
import type { FakeFinalization } from "merchant-payments/testing";
import type { Said } from "./capture.ts";
import type { Telling } from "./network.ts";

export interface Night {
  readonly telling: Telling;
  readonly said: readonly Said[];
  readonly finalizations: readonly FakeFinalization[];
  readonly late: number;
}

/** Whatever was said and is not so, and what was taken twice. */
export function wrongIn({ said, finalizations, telling }: Night): string[] {
  const taken = Map.groupBy(finalizations, keyOf);
  return said.flatMap((each) => {
    const own = taken.get(keyOf({ ...each.part, authorizationId: each.part.transactionId })) ?? [];
    const what = `${telling}, ${each.part.kind} ${each.part.transactionId}, said to be ${each.inTheEnd}`;
    if (own.length > 1) return `${what}: taken twice`;
    const [only] = own;
    const isTrue = {
      captured: only?.pending === false,
      pending: only?.pending === true,
      refused: only === undefined,
      not_captured: only === undefined,
      unknown: true,
    }[each.inTheEnd];
    return isTrue ? [] : `${what}: it is ${only === undefined ? "not taken" : "taken"}`;
  });
}

const keyOf = (of: { readonly authorizationId: string; readonly totalAmount: string }) =>
  `${of.authorizationId} ${of.totalAmount}`;

export function sectionOf(nights: readonly Night[]): string {
  const [date] = new Date().toISOString().split("T");
  return `
${date}, Node ${process.versions.node}. Over the fake, a quarter of the calls go wrong, and 3 % of the requests arrive only after their caller has
given up. What is unknown is asked for at most six times, each of which may go wrong in the same way.

${nights.map(tableOf).join("\n\n")}

- **In the end** is what a person has to look at: a part of PayPal that is not all that is left is never sent again.
- **False** is anything said that the service's books deny, after the last late request has arrived.
- A refusal that tells no balance leaves open whether it was the first one that took the money; what then is found out is
  found where the second one was accepted.
`;
}

function tableOf(night: Night): string {
  const groups = [...Map.groupBy(night.said, ({ part }) => part.kind)].sort(([a], [b]) => a.localeCompare(b));
  const rows = [...groups, ["**all**", night.said] as const].map(([kind, said]) => rowOf(kind, said));
  const wrong = wrongIn(night);
  const twice = wrong.filter((each) => each.endsWith("twice")).length;
  return `Refusals tell ${night.telling}; ${number(night.late)} requests came late; **${wrong.length - twice} false, ${twice} twice**.

| | finalizations | unknown after the call | by the first | by the repeat | otherwise | unknown in the end |
|---|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}`;
}

function rowOf(kind: string, said: readonly Said[]): string {
  const count = (is: (each: Said) => boolean) => said.filter(is).length;
  const wereUnknown = count(({ afterCall }) => afterCall === "unknown");
  const areUnknown = count(({ inTheEnd }) => inTheEnd === "unknown");
  const first = count(({ by }) => by === "first");
  const repeat = count(({ by }) => by === "repeat");
  const otherwise = wereUnknown - areUnknown - first - repeat;
  const share = (part: number) => `${((100 * part) / said.length).toFixed(1)} %`;
  const cells = [
    number(said.length),
    share(wereUnknown),
    number(first),
    number(repeat),
    number(otherwise),
    share(areUnknown),
  ];
  return `| ${kind} | ${cells.join(" | ")} |`;
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
