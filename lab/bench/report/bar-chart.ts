/** A chart of horizontal bars as SVG text, readable in light and in dark, wherever it is shown. */
export interface BarChart {
  readonly title: string;
  readonly subtitle: string;
  /** One bar or two for each row. */
  readonly series: readonly string[];
  readonly rows: readonly BarRow[];
}

export interface BarRow {
  readonly label: string;
  readonly isOwn: boolean;
  readonly bars: readonly { readonly value: number; readonly text: string }[];
}

const WIDTH = 760;
const LABEL_END = 214;
const BAR_START = 226;
const LONGEST_BAR = 400;
const HEAD = 72;
const LEGEND = 26;
const BAR = 15;
const GAP = 13;

const style = `
  .card { fill: #ffffff; stroke: #d0d7de }
  text { font: 13px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .faint { fill: #59636e; font-size: 12px }
  .own-label { font-weight: 600 }
  .peer0 { fill: #8c959f } .peer1 { fill: #ced5dc }
  .own0 { fill: #0969da } .own1 { fill: #7fb8f5 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .faint { fill: #9198a1 }
    .peer0 { fill: #7d8590 } .peer1 { fill: #444c56 }
    .own0 { fill: #4493f8 } .own1 { fill: #1f4f94 }
  }`;

export function barChart({ title, subtitle, series, rows }: BarChart): string {
  const longest = Math.max(...rows.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const rowHeight = series.length * BAR + GAP;
  const top = series.length > 1 ? HEAD + LEGEND : HEAD;
  const height = top + rows.length * rowHeight + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="20" y="32">${escaped(title)}</text>`,
    `<text class="faint" x="20" y="52">${escaped(subtitle)}</text>`,
    ...(series.length > 1 ? legend(series) : []),
    ...rows.flatMap((row, index) => barsOf(row, top + index * rowHeight, LONGEST_BAR / longest)),
    "</svg>\n",
  ].join("\n");
}

function barsOf({ label, isOwn, bars }: BarRow, y: number, scale: number): string[] {
  const middle = y + (bars.length * BAR) / 2 + 4.5;
  const labelClass = isOwn ? ' class="own-label"' : "";
  return [
    `<text${labelClass} x="${LABEL_END}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
    ...bars.flatMap(({ value, text }, index) => {
      const width = Math.max(1, Math.round(value * scale));
      const barTop = y + index * BAR;
      return [
        `<rect class="${isOwn ? "own" : "peer"}${index}" x="${BAR_START}" y="${barTop}" width="${width}" height="${BAR - 1}" rx="2"/>`,
        `<text class="faint" x="${BAR_START + width + 6}" y="${barTop + 11.5}">${escaped(text)}</text>`,
      ];
    }),
  ];
}

function legend(series: readonly string[]): string[] {
  return series.flatMap((name, index) => [
    `<rect class="peer${index}" x="${BAR_START + index * 210}" y="${HEAD - 4}" width="12" height="12" rx="2"/>`,
    `<text class="faint" x="${BAR_START + 18 + index * 210}" y="${HEAD + 6}">${escaped(name)}</text>`,
  ]);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
