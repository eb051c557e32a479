/** The figures of docs/what-is-proven.md, from a recorded run. */
import { table, writeSection } from "../../record.ts";
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

/** The rows of the table: the figure, its words, and the unit of fetch's own figure. */
const ratios = [
  ["finalize", "`finalize`", "\u00a0µs"],
  ["finalize CPU", "… CPU time", "\u00a0µs"],
  ["1,000 lines", "Order of 1,000 lines", "\u00a0µs"],
  ["64 callers", "64 callers", "/s"],
  ["5,000 callers", "5,000 callers", "/s"],
  ["start", "Start to response", "\u00a0ms"],
] as const;
const names = ["fetch", "ours", "floor", "ky", "stripe"] as const;

export function writePage({ date, machine, load, versions, sizesKb, nodes }: Run): void {
  const [node] = nodes as [NodeRun, ...NodeRun[]];
  const cells = (figure: string, unit: string) => (name: (typeof names)[number]) => {
    if (name === "fetch") return figureText(absolute(node, figure, name).median) + unit;
    const found = ratio(node, figure, name);
    const text = name === "ours" ? `**${spreadText(found)}**` : figureText(found.median);
    return isNoise(node, figure, name) ? `≈\u00a0${text}` : text;
  };
  const rows = ratios.map(([figure, words, unit]) => [words, ...names.map(cells(figure, unit))]);
  const sockets = names.map((name) => figureText(absolute(node, "sockets", name).most));
  const sizes = names.map((name) => (name in sizesKb ? figureText(sizesKb[name] ?? 0) : "-"));
  const head = ["", "fetch", "merchant-payments", "floor", "ky", "stripe"];
  const most = Math.max(...load);
  const shared = `${most > 3 ? "shared with other work" : "otherwise idle"} (load average at most ${most})`;
  const setting = `Measured on ${date} with Node ${node.version}, ky ${versions.ky}, stripe ${versions.stripe}, on ${machine}, ${shared}.`;
  rows.splice(-1, 0, ["… sockets", ...sockets]);
  const whole = table(head, [...rows, ["Size, KB", ...sizes]]);
  writeSection("bench", `${whole}\n\n${setting}`, "what-is-proven.md");
}
