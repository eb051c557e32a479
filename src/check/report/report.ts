/** Prints the report as the check runs. */
import type { CheckServiceOptions } from "../options.js";
import type { CheckRow } from "../row.js";
import type { Terminal } from "../terminal.js";
import { markdownStyle } from "./markdown.js";
import type { Style } from "./style.js";
import { tableStyle } from "./table.js";

/** A part of the report besides its rows. */
export interface Section {
  readonly heading?: string;
  readonly text?: string;
  readonly items?: readonly string[];
  readonly code?: readonly string[];
}

export class Report {
  readonly #style: Style;
  readonly #write: (text: string) => void;

  constructor(print: CheckServiceOptions["print"], terminal: Terminal) {
    const form = print ?? (terminal.isScreen ? "table" : "markdown");
    this.#style = form === "markdown" ? markdownStyle : tableStyle(terminal.isScreen);
    this.#write = form === "nothing" ? () => undefined : (text) => terminal.write(text);
  }

  /** A section whose list is empty is left out. */
  section({ heading, text, items, code }: Section): void {
    if ((items ?? code)?.length === 0) return;
    const style = this.#style;
    const blocks = [
      heading && style.heading(heading),
      text && style.paragraph(text),
      items && style.items(items),
      code && style.code(code),
    ];
    this.#write(`${blocks.filter(Boolean).join("\n")}\n`);
  }

  tableHead(): void {
    this.#write(this.#style.tableHead());
  }

  begins(name: string): void {
    this.#write(this.#style.progress(name));
  }

  row(row: CheckRow): void {
    this.#write(this.#style.row(row));
  }

  tableEnd(): void {
    this.#write("\n");
  }
}
