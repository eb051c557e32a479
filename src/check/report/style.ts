import type { CheckRow } from "../row.js";

/** How the report is written. Each function returns a block of lines, without empty ones around it. */
export interface Style {
  heading(text: string): string;
  paragraph(text: string): string;
  items(texts: readonly string[]): string;
  code(lines: readonly string[]): string;
  tableHead(): string;
  /** What stands in place of a row until it has run. */
  progress(name: string): string;
  row(row: CheckRow): string;
}
