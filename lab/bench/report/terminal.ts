import type { Figures } from "../figures.ts";
import { marks, standing } from "./standing.ts";

export function terminalTable(figures: Figures): string {
  const { head, rows } = standing(figures);
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  return [
    ...text,
    "",
    `${marks.aim} reaches the aim   ${marks.must} reaches what it must   ${marks.short} falls short`,
  ].join("\n");
}
