/** The figures of docs/performance.md and its drawing, from a recorded run. */
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

/** A row of the table each, with the unit of fetch's own figure, and most of them a row of the drawing. */
const ratios: readonly (readonly [figure: string, inTable: string, unit: string, inDrawing?: string])[] = [
  ["finalize", "`finalize`: time", "\u00a0µs", "One finalize, two lines"],
  ["finalize median", "… median time", "\u00a0µs"],
  ["finalize CPU", "… CPU time", "\u00a0µs"],
  ["10 lines", "10 lines: time", "\u00a0µs", "One order of 10 lines"],
  ["1,000 lines", "1,000 lines: time", "\u00a0µs", "One order of 1,000 lines"],
  ["64 callers", "64 callers", "/s", "A call of 64 callers"],
  ["5,000 callers", "5,000 callers", "/s", "A call of 5,000 callers"],
  ["start", "Start to response", "\u00a0ms", "Start, to the first response"],
];
const names = ["fetch", "again", "ours", "floor", "ky", "stripe"] as const;

export function writePage({ date, machine, load, versions, sizesKb, nodes }: Run): void {
  const [node, ...others] = nodes as [NodeRun, ...NodeRun[]];
  const cells = (figure: string, unit: string) => (name: (typeof names)[number]) => {
    if (name === "fetch") return figureText(absolute(node, figure, name).median) + unit;
    const found = ratio(node, figure, name);
    if (name === "again") return `${figureText(found.least)}–${figureText(found.most)}`;
    const text = name === "ours" ? `**${spreadText(found)}**` : figureText(found.median);
    return isNoise(node, figure, name) ? `≈\u00a0${text}` : text;
  };
  const rows = ratios.map(([figure, title, unit]) => [title, ...names.map(cells(figure, unit))]);
  const sockets = names.map((name) => figureText(absolute(node, "sockets", name).most));
  const sizes = names.map((name) => (name in sizesKb ? figureText(sizesKb[name] ?? 0) : "-"));
  const head = ["", "fetch", "fetch again", "merchant-payments", "floor", "ky", "stripe"];
  const brief = others.map((other) => {
    const figures = ratios
      .slice(0, -1)
      .map(([figure]) => `${figure} ${figureText(ratio(other, figure, "ours").median)}`);
    return `Ratios of merchant-payments on Node ${other.version}: ${figures.join(", ")}.`;
  });
  const most = Math.max(...load);
  const shared = `${most > 3 ? "shared with other work" : "otherwise idle"} (load average at most ${most})`;
  const setting = `Measured on ${date} with Node ${node.version}, ky ${versions.ky}, stripe ${versions.stripe}, on ${machine}, ${shared}.`;
  rows.splice(-1, 0, ["… sockets", ...sockets]);
  const whole = table(head, [...rows, ["Size, KB", ...sizes]]);
  writeSection("bench", `${whole}\n\n${[setting, ...brief].join(" ")}`, "performance.md");
  writeFileSync(
    new URL("../../../docs/performance.svg", import.meta.url),
    drawingOf(
      node,
      ratios.flatMap(([figure, , , title]) => (title ? [[title, figure]] : [])),
    ),
  );
}
