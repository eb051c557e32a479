/** The rows of stage two, for the authorizations that the merchant lists. */

import { nameOf } from "./captures/authorization-name.js";
import { shownText } from "./captures/back-office.js";
import { capturingOf, type Notes } from "./captures/capturing.js";
import { faultOfLooks, judgeLooks, lookAgain } from "./captures/look-up.js";
import type { PlannedRow } from "./captures/plan.js";
import { purposes } from "./captures/purposes.js";
import type { Probe } from "./probes/probe.js";
import { asAssumed, notChecked, stopForGood } from "./row.js";
import { isYes, type Terminal } from "./terminal.js";

const MINUTE = 60_000;

/** @param obstacle - Why nothing may be captured; undefined if it may. */
export function stageTwo(
  planned: readonly PlannedRow[],
  hasLookUp: boolean,
  obstacle: string | undefined,
  terminal: Terminal,
): readonly Probe[] {
  const notes: Notes = { looks: [], shown: [] };
  const captures = planned.map((row) => captureProbe(row, obstacle, notes, terminal));
  const lookUp = hasLookUp ? [lookUpProbe(notes, terminal)] : [];
  return [...captures, ...lookUp, backOfficeProbe(notes, terminal)];
}

function captureProbe(
  { id, name, purpose, authorization }: PlannedRow,
  obstacle: string | undefined,
  notes: Notes,
  terminal: Terminal,
): Probe {
  return {
    id,
    name,
    async run(bench) {
      if (authorization === undefined) return [notChecked(`an authorization for "${purpose}"`)];
      if (obstacle !== undefined) return [notChecked(obstacle)];
      if (purpose === "refunded" && terminal.canAsk) {
        const question = `Did you capture and refund all of ${nameOf(authorization)} before this run?`;
        if (!(await isYes(terminal, question, bench.callOptions.signal))) return [NOT_REFUNDED];
      }
      return purposes[purpose].run(capturingOf(bench, authorization, notes));
    },
  };
}

const NOT_REFUNDED = notChecked("an authorization that you captured and refunded before the run");

const lookUpProbe = ({ looks }: Notes, terminal: Terminal): Probe => ({
  id: "look_up",
  name: "lookUp at each capture, and after a minute's wait",
  async run(bench) {
    if (looks.length === 0) return [NEEDS_CAPTURES];
    const fault = faultOfLooks(looks);
    if (fault !== undefined) return [fault];
    // A stop during the minute is noticed by the next request.
    await terminal.wait(MINUTE, bench.callOptions.signal).catch(() => undefined);
    return [judgeLooks(looks, await lookAgain(bench, looks))];
  },
});

const NEEDS_CAPTURES = notChecked("the captures of the rows above");

const backOfficeProbe = ({ shown }: Notes, terminal: Terminal): Probe => ({
  id: "back_office",
  name: "the back office agrees with the responses",
  async run({ callOptions: { signal } }) {
    if (shown.length === 0) return [NEEDS_CAPTURES];
    const texts = shown.map(shownText);
    if (!terminal.canAsk) {
      const what = "a run in a terminal with new authorizations. It asks whether the back office shows";
      return [notChecked(`${what}: ${texts.join("; ")}`)];
    }
    const list = texts.map((each) => `  ${each}\n`).join("");
    const question = `By the responses, this run made these captures:\n${list}Does the back office show the same, and nothing more?`;
    const said = await isYes(terminal, question, signal);
    if (said) return [asAssumed()];
    return [said === false ? NOT_SHOWN : notChecked("a person who looks at the back office")];
  },
});

const NOT_SHOWN = stopForGood("the back office shows something else. Capture nothing before this is explained");
