/** The figures of docs/what-is-proven.md and its drawing, from a recorded run. */
import { writeFileSync } from "node:fs";
import { table, writeSection } from "../../record.ts";
import { drawingOf } from "./drawing.ts";
import { absolute, figureText, isNoise, type NodeRun, ratio, spreadText } from "./statistics.ts";

export interface Run {
  readonly date: string;
  readonly machine: string;
  /** Over a minute: before the run, then during it. The bench alone causes about 2. */
  readonly load: readonly number[];
  readonly versions: { readonly ky: string; readonly stripe: string };
  /** In a bundle: minified, with everything it needs, after gzip -9. */
  readonly sizesKb: Readonly<Record<string, number>>;
  readonly nodes: readonly NodeRun[];
}

/** A row each of the table, with the unit of fetch's own figure, of the drawing, or of both. */
const ratios: readonly {
  readonly figure: string;
  readonly inTable?: string;
  readonly unit?: string;
  readonly inDrawing?: string;
}[] = [
  { figure: "finalize", inTable: "`finalize`", unit: "\u00a0µs", inDrawing: "One finalize, two lines" },
  { figure: "finalize CPU", inTable: "… CPU time", unit: "\u00a0µs" },
  { figure: "10 lines", inDrawing: "One order of 10 lines" },
  { figure: "1,000 lines", inTable: "Order of 1,000 lines", unit: "\u00a0µs", inDrawing: "One order of 1,000 lines" },
  { figure: "64 callers", inTable: "64 callers", unit: "/s", inDrawing: "A call of 64 callers" },
  { figure: "5,000 callers", inTable: "5,000 callers", unit: "/s", inDrawing: "A call of 5,000 callers" },
  { figure: "start", inTable: "Start to response", unit: "\u00a0ms", inDrawing: "Start, to the first response" },
];
const names = ["fetch", "ours", "floor", "ky", "stripe"] as const;

export function writePage({ date, machine, load, versions, sizesKb, nodes }: Run): void {
  const [node] = nodes as [NodeRun, ...NodeRun[]];
  const cells = (figure: string, unit: string) => (name: (typeof names)[number]) => {
    if (name === "fetch") return figureText(absolute(node, figure, name).median) + unit;
    const found = ratio(node, figure, name);
    const text = name === "ours" ? `**${spreadText(found)}**` : figureText(found.median);
    return isNoise(node, figure, name) ? `≈\u00a0${text}` : text;
  };
  const rows = ratios.flatMap(({ figure, inTable, unit = "" }) =>
    inTable === undefined ? [] : [[inTable, ...names.map(cells(figure, unit))]],
  );
  const sockets = names.map((name) => figureText(absolute(node, "sockets", name).most));
  const sizes = names.map((name) => (name in sizesKb ? figureText(sizesKb[name] ?? 0) : "-"));
  const head = ["", "fetch", "merchant-payments", "floor", "ky", "stripe"];
  const most = Math.max(...load);
  const shared = `${most > 3 ? "shared with other work" : "otherwise idle"} (load average at most ${most})`;
  const setting = `Measured on ${date} with Node ${node.version}, ky ${versions.ky}, stripe ${versions.stripe}, on ${machine}, ${shared}.`;
  rows.splice(-1, 0, ["… sockets", ...sockets]);
  const whole = table(head, [...rows, ["Size, KB", ...sizes]]);
  writeSection("bench", `${whole}\n\n${setting}`, "what-is-proven.md");
  writeFileSync(
    new URL("../../../docs/performance.svg", import.meta.url),
    drawingOf(
      node,
      ratios.flatMap(({ figure, inDrawing }) => (inDrawing === undefined ? [] : [[inDrawing, figure]])),
    ),
  );
}
