/** The rows after the captures: the merchant's `lookUp`, and what a person sees in the back office. */
import { type Bench, nameOf } from "./bench.js";
import { asAssumed, figureText, notChecked, stopForGood, takenOf } from "./finding.js";
import type { Probe } from "./row.js";

const NEEDS_CAPTURES = notChecked("the captures of the rows above");

export const lookUpProbe: Probe = {
  id: "look_up",
  name: "lookUp before each capture, and a minute after all of them",
  async run(bench) {
    const captured = bench.captured.filter(({ authorization }) => authorization.purpose !== "refunded");
    if (captured.length === 0) return NEEDS_CAPTURES;
    const early = captured.find(({ lookUpFault }) => lookUpFault)?.lookUpFault;
    if (early !== undefined) return early;
    await bench.terminal.wait(60_000, bench.gate.signal).catch(() => undefined); // the next request notices a stop
    for (const { authorization, balance } of captured) {
      const fault = balance && (await bench.faultOfLookUp(authorization, balance));
      if (fault !== undefined) return fault;
    }
    return asAssumed();
  },
};

export const backOfficeProbe: Probe = {
  id: "back_office",
  name: "the back office agrees with the responses",
  async run(bench) {
    const texts = bench.captured.map(shownText);
    if (texts.length === 0) return NEEDS_CAPTURES;
    const what = "a run in a terminal with new authorizations. It asks whether the back office shows";
    if (!bench.terminal.canAsk) return notChecked(`${what}: ${texts.join("; ")}`);
    const list = texts.map((each) => `  ${each}\n`).join("");
    const question = `By the responses, this run has captured:\n${list}Does the back office show the same, and nothing more?`;
    const isSame = await bench.isYes(question);
    if (isSame === undefined) return notChecked("a person who looks at the back office");
    const other = "the back office shows something else. Capture nothing before this is explained";
    return isSame ? asAssumed() : stopForGood(other);
  },
};

function shownText({ authorization, balance }: Bench["captured"][number]): string {
  const total = balance && `${figureText(takenOf(balance))} ${authorization.currencyCode}`;
  const refund = authorization.purpose === "refunded" ? " after your refund" : "";
  return `${nameOf(authorization)}: ${total ?? "an amount that the figures do not show: write it down"}${refund}`;
}
