import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Figures, NodeFigures } from "../figures.ts";
import { main } from "../nodes.ts";
import { charts } from "./charts.ts";
import { figureText } from "./figure.ts";
import { marks, standing } from "./standing.ts";

/** Writes performance.md and its charts. */
export function writeDocument(folder: string, figures: Figures): void {
  const shown = figures.nodes.find(({ node }) => node.major === main.major);
  if (shown === undefined) throw new Error(`Node ${main.major} was not measured`);
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of Object.entries(charts(figures, shown))) writeFileSync(join(folder, name), svg);
  writeFileSync(join(folder, "performance.md"), documentOf(figures, shown));
}

function documentOf(figures: Figures, shown: NodeFigures): string {
  const { head, rows } = standing(figures);
  return `# Performance

\`npm run lab -- bench\` writes this page: every figure on it comes from one run, on one machine, and only the ratios carry
over to others. \`npm run lab -- bench --quick\` looks at one Node in less than a minute and writes nothing.

## A call

Ours is \`finalize\` with two line items, everything on: validation, exact amounts both ways, the deadline, the size cap.
Bare fetch gets the same request as finished text and only parses the answer. The others each send a comparable body
with their defaults, to the same server.

![One call after the other](performance-call.svg)

![64 callers at once](performance-throughput.svg)

## A start

![A fresh process](performance-start.svg)

![Size in a bundle](performance-size.svg)

## Where it stands

${marks.aim} reaches the aim, ${marks.must} reaches what it must, ${marks.short} falls short.

${table(head, rows)}

## What keeps us from the rest

Where the CPU time of our finalize goes on Node ${main.major}, by V8's sampling profiler:

${table(
  ["", "share"],
  figures.profile.map(({ where, share }) => [where, `${figureText(share * 100)} %`]),
)}

- **A call.** Node's http and the system take most of it. \`undici.request\` shows what is left to gain: a parser and a socket
  of our own, which a library that moves money should not have.
- **Heap.** stripe's whole client on \`node:http\` shows what that way costs by itself. Ours adds a copy of the input, the deadline,
  the answer's headers and text, and its exact numbers.
- **Start.** A Node that does nothing but load \`node:http\` needs most of that time.
- **Size.** decimal.js, zod and ky are three fifths of it. decimal.js is in the API; ky is there for whoever brings a
  \`fetch\`; zod is down to what the schemas use.
- **Encoding on Node 26.** Its \`JSON.stringify\` has a fast path for plain objects that no exact number can take: handing
  it finished \`JSON.rawJSON\` values alone is slower than what we do.

## All figures

### Calls

${shown.version}. "KB" is heap allocated per call, "64 at once" is calls per second.

${callTable(shown)}

### Our own steps

Without the network, in microseconds.

${stepTable(figures)}

Validation and encoding of a detailed order, by its number of lines, in microseconds:

${growthTable(figures)}

### Starts and sizes

CPU time of the import, time from the start of the process to the first answer (ms, ${shown.version}), size (KB).

${startTable(figures, shown)}

## How it is measured

- Each client runs in a process of its own, so that none shares a heap, a compiled function or a dispatcher with another.
  The server is a plain \`node:http\` one with fixed answers of about 600 bytes, in its own process as well.
- The clients take turns in short rounds, forward and backward by turns, after thousands of calls to warm up. A figure
  is the mean of its rounds without the highest tenth: the mean of medians for the median time.
- CPU time counts all threads of the process, the garbage collector's among them. Heap is counted while nothing is
  collected.
- A start is a fresh process without a compile cache. The first answer counts from the start of the process. The ratios are
  medians of the ratios round by round.
- This run: ${cpus()[0]?.model.trim()}, ${cpus().length} cores; ${figures.nodes.map(({ version }) => version).join(", ")};
  ${versions()}.
`;
}

function callTable({ calls }: NodeFigures): string {
  return table(
    ["", "median µs", "x fetch", "CPU µs", "x fetch", "KB", "64 at once", "x fetch"],
    calls.map(({ contestant: { label, operation }, medianUs, cpuUs, heapKb, perSecond, timesFetch }) => [
      operation === "order" ? `${label}, order of ten lines` : label,
      ...[medianUs, timesFetch.median, cpuUs, timesFetch.cpu, heapKb, perSecond, timesFetch.perSecond].map(figureText),
    ]),
  );
}

function stepTable({ nodes }: Figures): string {
  const names = {
    validateFinalization: "validate a finalization of two lines",
    validateThousand: "validate an order of 1,000 lines",
    encodeThousand: "encode it exactly",
    plainStringifyThousand: "… JSON.stringify of the same with plain numbers",
    decodeAnswer: "decode an answer losslessly",
    plainParseAnswer: "… JSON.parse of it",
    interpretAnswer: "judge and read it",
  } as const;
  return table(
    ["", ...nodes.map(({ node }) => `Node ${node.major}`)],
    (Object.keys(names) as (keyof typeof names)[]).map((step) => [
      names[step],
      ...nodes.map(({ steps }) => figureText(steps[step])),
    ]),
  );
}

function growthTable({ nodes }: Figures): string {
  const counts = nodes[0]?.steps.byLines.map(({ lines }) => lines) ?? [];
  return table(
    ["lines", ...counts.map((lines) => lines.toLocaleString("en-US"))],
    nodes.map(({ node, steps }) => [
      `Node ${node.major}`,
      ...steps.byLines.map(({ microseconds }) => figureText(microseconds)),
    ]),
  );
}

function startTable({ sizes }: Figures, { starts }: NodeFigures): string {
  return table(
    ["", "import, ESM", "import, CJS", "first answer, ESM", "first answer, CJS", "size"],
    sizes.map(({ contestant, kb }) => {
      const own = starts.filter((start) => start.contestant.id === contestant.id);
      const imports = own.map(({ importCpuMs }) => importCpuMs);
      const answers = own.map(({ answeredMs }) => answeredMs);
      return [contestant.label, ...[...imports, ...answers, kb].map(figureText)];
    }),
  );
}

function versions(): string {
  const bench = join(import.meta.dirname, "..");
  const { dependencies } = JSON.parse(readFileSync(join(bench, "package.json"), "utf8")) as { dependencies: object };
  return Object.keys(dependencies)
    .filter((name) => !/^node\d/.test(name))
    .map((name) => {
      const { version } = JSON.parse(readFileSync(join(bench, "node_modules", name, "package.json"), "utf8"));
      return `${name} ${version}`;
    })
    .join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"---:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}
