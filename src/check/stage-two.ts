/** The rows of stage two: captures, then the merchant's `lookUp`, then what a person sees in the back office. */
import { Decimal, type PaymentMethod, paymentMethods } from "../index.js";
import { type Bench, nameOf } from "./bench.js";
import { captureInTurn, firstCardOf } from "./captures.js";
import { amountIn, NOTHING } from "./figures.js";
import { asAssumed, notChecked, stopForGood } from "./finding.js";
import type { CheckServiceOptions } from "./options.js";
import { type CheckAuthorization, type CheckPurpose, credit, purposeNames, purposes } from "./purposes.js";
import type { Probe } from "./row.js";

/** A row about one authorization, which is undefined if the merchant gave none. */
export interface PlannedRow extends Probe {
  readonly purpose: CheckPurpose;
  readonly paymentMethod: PaymentMethod;
  readonly authorization: CheckAuthorization | undefined;
}

export function plannedRows(given: CheckServiceOptions): readonly PlannedRow[] {
  const accepted = given.paymentMethods ?? paymentMethods;
  return purposeNames.flatMap((purpose) => {
    const { name, methods, requiredFor = methods } = purposes[purpose];
    return methods.flatMap((paymentMethod) => {
      const isOfRow = (each: CheckAuthorization) => each.purpose === purpose && each.paymentMethod === paymentMethod;
      const authorization = given.authorizations?.find(isOfRow);
      const isMissing = accepted.includes(paymentMethod) && requiredFor.includes(paymentMethod);
      const run = (bench: Bench) => captureRow(bench, purpose, authorization);
      const row = { id: `${purpose}_${paymentMethod}`, name: `${paymentMethod}: ${name}`, run };
      return authorization || isMissing ? [{ ...row, purpose, paymentMethod, authorization }] : [];
    });
  });
}

async function captureRow(bench: Bench, purpose: CheckPurpose, authorization: CheckAuthorization | undefined) {
  if (authorization === undefined) return notChecked(`an authorization for "${purpose}"`);
  if (bench.obstacle !== undefined) return notChecked(bench.obstacle);
  const isOfFirst = purpose === "annulled" || purpose === "equal";
  if (isOfFirst && firstCardOf(bench) === undefined) return notChecked("a first card capture that the service accepts");
  const question = `Did you capture and refund all of ${nameOf(authorization)} before this run?`;
  if (purpose === "refunded" && bench.terminal.canAsk && !(await isYes(bench, question)))
    return notChecked("an authorization that you captured and refunded before the run");
  return captureInTurn(bench, authorization);
}

/** Asks until the answer is yes or no, because a slip would use up the authorizations. Undefined if nobody answers. */
async function isYes(bench: Bench, question: string): Promise<boolean | undefined> {
  const typed = await bench.terminal.ask(`\n${question}\nType yes or no: `, bench.gate.signal);
  if (typed === undefined) return undefined;
  return /^(?:yes|y|no|n)$/i.test(typed) ? /^y/i.test(typed) : isYes(bench, question);
}

const NEEDS_CAPTURES = notChecked("the captures of the rows above");

export const lookUpProbe: Probe = {
  id: "look_up",
  name: "lookUp at each capture, and after a minute's wait",
  async run(bench) {
    const { looks, terminal, gate } = bench;
    if (looks.length === 0) return NEEDS_CAPTURES;
    // Nothing can lag before the first capture, and a failure is none.
    const early = looks.find(({ expected, fault }) => fault && (expected === NOTHING || fault.kind === "differs"));
    if (early?.fault) return early.fault;
    await terminal.wait(60_000, gate.signal).catch(() => undefined); // the next request notices a stop
    for (const [authorization, expected] of new Map(looks.map((look) => [look.authorization, look.expected]))) {
      const fault = await bench.faultOfLookUp(authorization, expected);
      if (fault !== undefined) return fault;
    }
    const isLate = looks.some(({ fault }) => fault);
    return asAssumed(isLate ? "right after a capture it still shows the figures from before" : "");
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
    const question = `By the responses, this run made these captures:\n${list}Does the back office show the same, and nothing more?`;
    const isSame = await isYes(bench, question);
    if (isSame === undefined) return notChecked("a person who looks at the back office");
    const other = "the back office shows something else. Capture nothing before this is explained";
    return isSame ? asAssumed() : stopForGood(other);
  },
};

function shownText({ authorization, accepted }: Bench["captured"][number]): string {
  const { purpose, paymentMethod, currencyCode } = authorization;
  const made = accepted.flatMap(({ amount, isMade }) => (isMade ? amount : []));
  const perhaps = accepted.find(({ isMade }) => isMade === undefined);
  const word = credit.includes(paymentMethod) ? "invoice" : "capture";
  const total = `${amountIn(currencyCode, Decimal.sum(0, ...made))} ${currencyCode}`;
  const one = made.length === 0 ? `no ${word}` : `one ${word} of ${total}`;
  const text = made.length > 1 ? `${made.length} ${word}s, ${total} in all: ${made.join(", ")}` : one;
  const more = perhaps === undefined ? "" : `, and perhaps another one of ${perhaps.amount}: write down how many`;
  return `${nameOf(authorization)}: ${text}${more}${purpose === "refunded" ? " after your refund" : ""}`;
}
