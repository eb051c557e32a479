/** The drawing of docs/what-is-proven.md: a row for each figure, a mark for each client, fetch at 1. It fits a phone. */
import { type NodeRun, ratio } from "./statistics.ts";

const marks = [
  { name: "ours", title: "merchant-payments", shape: "M0-7a7 7 0 0 1 0 14 7 7 0 0 1 0-14z" },
  { name: "ky", title: "ky", shape: "M0-7l7 12h-14z" },
  { name: "stripe", title: "stripe", shape: "M0-7l7 7-7 7-7-7z" },
  { name: "floor", title: "http.request, no deadline", shape: "M-5-5h10v10h-10z" },
];
const [width, left, right, top, step] = [400, 28, 372, 152, 56];
/** The place of so many times the time of fetch, from 0.2 to 6. */
const at = (times: number) =>
  Math.round(left + (Math.log(Math.min(Math.max(times, 0.2), 6) * 5) / Math.log(30)) * (right - left));
const light =
  ".page { fill: #fff; stroke: #d0d7de } text { fill: #1f2328 } .scale { fill: #59636e } .line { stroke: #d0d7de } .again { fill: #8c959f } .floor { fill: #59636e } .stripe { fill: #8250df } .ky { fill: #9a6700 } .ours { fill: #0969da } .mark { stroke: #fff }";
const dark =
  ".page { fill: #0d1117; stroke: #3d444d } text { fill: #f0f6fc } .scale { fill: #9198a1 } .line { stroke: #3d444d } .again { fill: #7d8590 } .floor { fill: #9198a1 } .stripe { fill: #ab7df8 } .ky { fill: #d29922 } .ours { fill: #4493f8 } .mark { stroke: #0d1117 }";

const text = (x: number, y: number, words: string, more = "") => `<text x="${x}" y="${y}"${more}>${words}</text>`;
const mark = (name: string, shape: string, x: number, y: number) =>
  `<path class="${name} mark" transform="translate(${x} ${y})" d="${shape}"/>`;
const bar = (name: string, from: number, to: number, y: number) =>
  `<rect class="${name}" x="${from}" y="${y - 2}" width="${Math.max(2, to - from)}" height="4"/>`;

/** @param rows - a title and a figure each, by rate where the figure ends in `callers`. */
export function drawingOf(node: NodeRun, rows: readonly (readonly string[])[]): string {
  const bottom = top + rows.length * step;
  const height = bottom + 52;
  const body = rows.map(([title = "", figure = ""], row) => {
    const y = top + row * step;
    const found = (name: string) => {
      const { median, least, most } = ratio(node, figure, name);
      const times = figure.endsWith("callers") ? [median, most, least].map((rate) => 1 / rate) : [median, least, most];
      const [x = 0, from = 0, to = 0] = times.map(at);
      return { x, from, to };
    };
    const [ours, again] = [found("ours"), found("again")];
    const placed = marks.map(({ name, shape }) => ({ name, shape, x: found(name).x })).sort((a, b) => a.x - b.x);
    // A mark that would hide its neighbour stands lower.
    const points = placed.map(({ name, shape, x }, index) =>
      mark(name, shape, x, x - (placed[index - 1]?.x ?? 0) < 15 ? y + 39 : y + 34),
    );
    const bars = bar("ours", ours.from, ours.to, y + 23) + bar("again", again.from, again.to, y + 47);
    return `<rect class="page behind" x="12" y="${y - 2}" width="${title.length * 8 + 8}" height="20"/>${text(16, y + 13, title)}${bars}${points.join("")}`;
  });
  const legend = marks.map(({ name, title, shape }, index) => {
    const [x, y] = [index % 2 === 0 ? 24 : 206, index < 2 ? 50 : 74];
    return mark(name, shape, x, y) + text(x + 14, y + 5, title);
  });
  legend.push(bar("ours", 17, 31, 98) + text(38, 103, "range of three runs"));
  legend.push(bar("again", 199, 213, 98) + text(220, 103, "noise: a second fetch"));
  const scale = [0.2, 0.5, 1, 2, 5].map(
    (times) =>
      `<path class="line" d="M${at(times)} ${top - 14}V${bottom}"/>${text(at(times), bottom + 18, times === 1 ? "fetch" : `${times} x`, ' class="scale" text-anchor="middle"')}`,
  );
  const axis = text(
    width / 2,
    bottom + 40,
    "multiple of fetch’s time (logarithmic scale)",
    ' class="scale" text-anchor="middle"',
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Time beside fetch on Node ${node.version}, with the figures of the table</title>
<style>text { font: 15px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif } .behind { stroke: none } ${light} @media (prefers-color-scheme: dark) { ${dark} } .page.behind { stroke: none }</style>
<rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>
${text(16, 28, "Time beside fetch: farther left is faster", ' style="font-weight: 600"')}
${[...scale, ...legend, axis, ...body].join("\n")}
</svg>
`;
}
