import type { Style } from "./style.js";

const WIDTH = 110;

/**
 * Writes for a terminal.
 *
 * @param names - Of all rows, which decide how wide their column is.
 * @param isScreen - Whether a line can be written over.
 */
export function tableStyle(names: readonly string[], isScreen: boolean): Style {
  const column = Math.max(...names.map(({ length }) => length)) + 2;
  const line = (name: string, lines: readonly string[]) =>
    lines.map((text, index) => `${(index === 0 ? name : "").padEnd(column)}${text}\n`).join("");
  const clear = isScreen ? "\r\u001b[K" : "";
  return {
    heading: (text) => `${text}\n`,
    paragraph: (text) => `${wrapped(text, WIDTH).join("\n")}\n`,
    items: (texts) => texts.map((text) => `  ${text}\n`).join(""),
    code: (lines) => lines.map((text) => `  ${text}\n`).join(""),
    tableHead: () => line("row", ["result"]) + line("-".repeat(column - 2), ["-".repeat(WIDTH - column)]),
    progress: (name) => (isScreen ? `${name} …` : ""),
    row: ({ name, result, verdict, seen }) => {
      const more = verdict === "as_assumed" || seen === "" ? [] : wrapped(`seen: ${seen}`, WIDTH - column);
      return clear + line(name, [...wrapped(result, WIDTH - column), ...more]);
    },
  };
}

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
