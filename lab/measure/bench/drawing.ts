/** The drawing of docs/performance.md: a row for each figure, a mark for each client, fetch at 1. */
import { type NodeRun, ratio } from "./statistics.ts";

const marks = [
  { name: "floor", title: "the floor", shape: "M-5-5h10v10h-10z" },
  { name: "stripe", title: "stripe", shape: "M0-7l7 7-7 7-7-7z" },
  { name: "ky", title: "ky", shape: "M0-6l6 11h-12z" },
  { name: "ours", title: "merchant-payments", shape: "M0-7a7 7 0 0 1 0 14 7 7 0 0 1 0-14z" },
];
const [width, height, left, top, step] = [760, 260, 200, 72, 26];
/** The place of so many times the time of fetch, from 0.2 to 6. */
const at = (times: number) =>
  Math.round(left + (Math.log(Math.min(Math.max(times, 0.2), 6) * 5) / Math.log(30)) * (736 - left));
const light =
  ".page { fill: #fff; stroke: #d0d7de } text { fill: #1f2328 } .scale { fill: #59636e } .line { stroke: #d0d7de } .again { fill: #d0d7de } .floor { fill: #59636e } .stripe { fill: #8250df } .ky { fill: #9a6700 } .ours { fill: #0969da }";
const dark =
  ".page { fill: #0d1117; stroke: #3d444d } text { fill: #f0f6fc } .scale { fill: #9198a1 } .line { stroke: #3d444d } .again { fill: #3d444d } .floor { fill: #9198a1 } .stripe { fill: #ab7df8 } .ky { fill: #d29922 } .ours { fill: #4493f8 }";

/** @param rows - a title and a figure each, by rate where the figure ends in `callers`. */
export function drawingOf(node: NodeRun, rows: readonly (readonly string[])[]): string {
  const bottom = top + rows.length * step;
  const body = rows.map(([title = "", figure = ""], row) => {
    const y = top + (row + 0.5) * step;
    const found = (name: string) => {
      const { median, least, most } = ratio(node, figure, name);
      const times = figure.endsWith("callers") ? [median, most, least].map((rate) => 1 / rate) : [median, least, most];
      const [x = 0, from = 0, to = 0] = times.map(at);
      return { x, from, to };
    };
    const range = (name: string, height: number, { from, to } = found(name)) =>
      `<rect class="${name}" x="${from}" y="${y - height / 2}" width="${Math.max(2, to - from)}" height="${height}"/>`;
    const points = marks.map(
      ({ name, shape }) => `<path class="${name}" transform="translate(${found(name).x} ${y})" d="${shape}"/>`,
    );
    return `<text x="16" y="${y + 4}">${title}</text>${range("again", 22)}${range("ours", 3)}${points.join("")}`;
  });
  const legend = marks.map(
    ({ name, title, shape }, index) =>
      `<g transform="translate(${left + index * 110} 54)"><path class="${name}" d="${shape}"/><text x="14" y="4">${title}</text></g>`,
  );
  const scale = [0.2, 0.5, 1, 2, 5].map(
    (times) =>
      `<path class="line" d="M${at(times)} ${top}V${bottom}"/><text class="scale" text-anchor="middle" x="${at(times)}" y="${bottom + 18}">${times === 1 ? "fetch" : `${times} x`}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Time beside fetch on Node ${node.version}, with the figures of the table</title>
<style>text { font: 13px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif } ${light} @media (prefers-color-scheme: dark) { ${dark} }</style>
<rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>
<text x="16" y="28" font-weight="600">Time beside fetch: farther left is faster. Grey is the noise: fetch beside itself.</text>
${[...scale, ...legend, ...body].join("\n")}
</svg>
`;
}
