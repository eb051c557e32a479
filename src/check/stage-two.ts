/** The rows of stage two, for the authorizations that the merchant lists. */
import type { Bench } from "./bench.js";
import { shownText } from "./captures/back-office.js";
import { capturingOf, type Notes } from "./captures/capturing.js";
import { faultOfLooks, judgeLooks, lookAgain } from "./captures/look-up.js";
import type { PlannedRow } from "./captures/plan.js";
import { purposes } from "./captures/purposes.js";
import type { Probe } from "./probes/probe.js";
import { asAssumed, notChecked, stopForGood } from "./row.js";
import type { Terminal } from "./terminal.js";

const MINUTE = 60_000;

/** @param obstacle - Why nothing may be captured; undefined if it may. */
export function stageTwo(
  planned: readonly PlannedRow[],
  hasLookUp: boolean,
  obstacle: string | undefined,
  terminal: Terminal,
): readonly Probe[] {
  const notes: Notes = { looks: [], shown: [] };
  const captures = planned.map((row) => captureProbe(row, obstacle, notes));
  const lookUp = hasLookUp ? [lookUpProbe(notes, terminal)] : [];
  return [...captures, ...lookUp, backOfficeProbe(notes, terminal)];
}

function captureProbe(
  { id, name, purpose, authorization }: PlannedRow,
  obstacle: string | undefined,
  notes: Notes,
): Probe {
  return {
    id,
    name,
    async run(bench) {
      if (authorization === undefined) return [notChecked(`an authorization for "${purpose}"`)];
      if (obstacle !== undefined) return [notChecked(obstacle)];
      return purposes[purpose].run(capturingOf(bench, authorization, notes));
    },
  };
}

const lookUpProbe = ({ looks }: Notes, terminal: Terminal): Probe => ({
  id: "look_up",
  name: "lookUp at each capture, and after a minute's wait",
  async run(bench) {
    if (looks.length === 0) return [notChecked("a capture")];
    const fault = faultOfLooks(looks);
    if (fault !== undefined) return [fault];
    await wait(bench, terminal);
    return [judgeLooks(looks, await lookAgain(bench, looks))];
  },
});

/** A stop during the minute is noticed by the next request. */
const wait = (bench: Bench, terminal: Terminal) =>
  terminal.wait(MINUTE, bench.callOptions.signal).catch(() => undefined);

const backOfficeProbe = ({ shown }: Notes, terminal: Terminal): Probe => ({
  id: "back_office",
  name: "the back office shows the amounts",
  async run({ callOptions: { signal } }) {
    if (shown.length === 0) return [notChecked("a capture")];
    const texts = shown.map(shownText);
    if (!terminal.canAsk) return [notChecked(`a person who finds in the back office: ${texts.join("; ")}`)];
    const list = texts.map((each) => `  ${each}\n`).join("");
    const question = `\n${QUESTION}\n${list}Type yes or no: `;
    const answer = (await terminal.ask(question, signal).catch(() => "")).trim().toLowerCase();
    if (answer === "yes") return [asAssumed()];
    return [answer === "no" ? NOT_SHOWN : notChecked("a person who looks at the back office")];
  },
});

const QUESTION = "Look at the back office. Does it show this of each authorization below, and nothing more?";

const NOT_SHOWN = stopForGood("the back office shows something else: capture nothing before it is explained");
