import { CLEAR } from "../terminal.js";
import type { Style } from "./style.js";

const WIDTH = 120;
const NAMES = 52;

/**
 * Writes for a terminal.
 *
 * @param isScreen - Whether a line can be written over.
 */
export function tableStyle(isScreen: boolean): Style {
  const line = (name: string, lines: readonly string[]) =>
    lines.map((text, index) => `${(index === 0 ? name : "").padEnd(NAMES)}${text}\n`).join("");
  const clear = isScreen ? CLEAR : "";
  return {
    heading: (text) => `${text}\n${"=".repeat(text.length)}\n`,
    paragraph: (text) => `${wrapped(text, WIDTH).join("\n")}\n`,
    items: indented,
    code: indented,
    tableHead: () => line("row", ["result"]) + line("-".repeat(NAMES - 2), ["-".repeat(WIDTH - NAMES)]),
    progress: (name) => (isScreen ? `${name} …` : ""),
    row: ({ name, result, verdict, seen }) => {
      const more = verdict === "as_assumed" || seen === "" ? [] : wrapped(`seen: ${seen}`, WIDTH - NAMES);
      return clear + line(name, [...wrapped(result, WIDTH - NAMES), ...more]);
    },
  };
}

const indented = (texts: readonly string[]) => texts.map((text) => `  ${text}\n`).join("");

/** Breaks text at blanks. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
