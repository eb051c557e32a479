import { type Contestant, own } from "../contestants.ts";
import type { Figures, NodeFigures } from "../figures.ts";
import { type BarChart, type BarRow, barChart } from "./bar-chart.ts";
import { figureText } from "./figure.ts";

/** The charts of a run by their file names; the starts and calls are those on one Node. */
export function charts({ sizes }: Figures, { node, calls, starts }: NodeFigures): Record<string, string> {
  const finalizations = calls.filter(({ contestant }) => contestant.operation === "finalize");
  const modules = starts.filter(({ format }) => format === "esm");
  const on = `Node ${node.major}, loopback`;
  return {
    "performance-call.svg": sorted({
      title: "One call after the other",
      subtitle: `${on}; shorter is better. Ours validates, keeps every digit, has a deadline and a size cap`,
      series: ["median time of a call", "CPU time of a call"],
      rows: finalizations.map(({ contestant, medianUs, cpuUs, timesFetch }) =>
        row(contestant, [
          { value: medianUs, text: `${figureText(medianUs)} µs, ${timesFetch.median.toFixed(2)} x fetch` },
          { value: cpuUs, text: `${figureText(cpuUs)} µs, ${timesFetch.cpu.toFixed(2)} x fetch` },
        ]),
      ),
    }),
    "performance-throughput.svg": sorted(
      {
        title: "64 callers at once, calls per second",
        subtitle: `${on}; longer is better`,
        series: ["calls per second"],
        rows: finalizations.map(({ contestant, perSecond, timesFetch }) =>
          row(contestant, [
            { value: perSecond, text: `${figureText(perSecond)}, ${timesFetch.perSecond.toFixed(2)} x fetch` },
          ]),
        ),
      },
      -1,
    ),
    "performance-start.svg": sorted({
      title: "A fresh process",
      subtitle: `Node ${node.major}, ES modules; shorter is better`,
      series: ["process start to first answer", "CPU time of the import"],
      rows: modules.map(({ contestant, answeredMs, importCpuMs }) =>
        row(contestant, [
          { value: answeredMs, text: `${figureText(answeredMs)} ms` },
          { value: importCpuMs, text: `${figureText(importCpuMs)} ms` },
        ]),
      ),
    }),
    "performance-size.svg": sorted({
      title: "Size in a bundle, with everything it needs",
      subtitle: "esbuild, minified, gzip -9; shorter is better",
      series: ["KB"],
      rows: sizes.map(({ contestant, kb }) => row(contestant, [{ value: kb, text: `${figureText(kb)} KB` }])),
    }),
  };
}

function row({ id, label }: Contestant, bars: BarRow["bars"]): BarRow {
  return { label, isOwn: id === own.id, bars };
}

/** The best one on top. */
function sorted(chart: BarChart, direction: 1 | -1 = 1): string {
  const first = ({ bars }: BarRow) => bars[0]?.value ?? 0;
  return barChart({ ...chart, rows: chart.rows.toSorted((a, b) => direction * (first(a) - first(b))) });
}
