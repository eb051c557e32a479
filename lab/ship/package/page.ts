import type { Cell } from "./cell.ts";

/** A cell that has run: what it found, or how it failed. */
export interface Result extends Omit<Cell, "run"> {
  readonly found: Readonly<Record<string, string>>;
  readonly failure?: string;
}

/** One table for each name, a line for each row, a column for each that some row has. */
export function tables(results: readonly Result[]): string {
  const named = [...Map.groupBy(results, ({ table }) => table)];
  return named.map(([name, ofTable]) => `### ${name}\n\n${table(ofTable)}`).join("\n\n");
}

function table(results: readonly Result[]): string {
  const named = results.map(({ column }) => column);
  const found = results.flatMap((result) => Object.keys(result.found));
  const columns = [...new Set([...named, ...found])];
  const rows = [...Map.groupBy(results, ({ row }) => row)].map(([row, ofRow]) => {
    const cells = Object.assign({}, ...ofRow.map(textOf)) as Record<string, string>;
    return line([row, ...columns.map((column) => cells[column] ?? "")]);
  });
  return [line(["", ...columns]), line(["", ...columns].map(() => "---")), ...rows].join("\n");
}

const textOf = ({ column, failure, found }: Result) => ({ [column]: failure ? "**FAILS**" : "ok", ...found });
const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
