import { type CheckStopped, NO_RESPONSE } from "../gate.js";
import { Unexplained } from "../stops.js";
import type { Ended } from "./ended.js";
import type { Section } from "./report.js";

/** Says why the check stopped, what it had sent last, and what it captured. */
export function whyStopped({ sent, planned, runs }: Ended, why: CheckStopped): readonly Section[] {
  const ids = planned.map(({ authorization }) => authorization?.transactionId);
  const captures = sent.filter(({ transactionId }) => transactionId !== undefined && ids.includes(transactionId));
  const listed = sent.filter((each) => captures.includes(each) || each === sent.at(-1));
  const others = sent.length - listed.length;
  const items = listed.map(({ method, path, end }) => `${method} ${path} (${end})`);
  const row = runs.findLast(({ isSkipped }) => !isSkipped);
  const hints = [
    why instanceof Unexplained && others > 0 && `${FIRST} ${row?.name}. `,
    captures.some(({ end }) => end === NO_RESPONSE) && LOOK,
    why.next,
  ];
  return [
    { heading: "The check is not complete: do not go live yet", text: `The check stopped: ${why.message}.` },
    { text: `Other requests: ${others}. Tried last:`, items },
    { text: hints.filter(Boolean).join("") },
  ];
}

const FIRST = "It is the first request with this response. What is different about it:";

const LOOK = "The capture without a response may have been made: look for it in the back office. ";
