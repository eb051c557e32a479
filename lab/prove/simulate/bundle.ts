/** The simulation and the library in one file: unchanged, or with one line replaced. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

/** A change to one file: a text that occurs there once, and its replacement. */
export interface Plant {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

const root = new URL("../../../", import.meta.url);

/** A deadline waits for a poll of the sockets. The simulation has none. */
const noSockets: Plant = {
  file: "src/wire/deadline.ts",
  text: 'const timers = globalThis.process?.getBuiltinModule?.("node:timers/promises");',
  by: "return;",
};

/** Four keys are too few for ten that fail. */
const fewKeys: Plant = {
  file: "src/once/worker/circuit-breaker.ts",
  text: "unknown: 10, not_sent: 3, merchant: 3,",
  by: "unknown: 2, not_sent: 2, merchant: 2,",
};

/** Writes a new file in the folder and returns its path. */
export async function bundle(folder: string, plants: readonly Plant[]): Promise<string> {
  const outfile = join(folder, `${crypto.randomUUID()}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL("worker-thread.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    plugins: [replacing([...plants, noSockets, fewKeys])],
  });
  return outfile;
}

function replacing(plants: readonly Plant[]): Plugin {
  return {
    name: "replacing",
    setup({ onLoad }) {
      for (const [file, own] of Map.groupBy(plants, (plant) => plant.file)) {
        const source = readFileSync(new URL(file, root), "utf8");
        const filter = new RegExp(`${file.replace(/[.]/g, "\\.")}$`);
        onLoad({ filter }, () => ({ contents: own.reduce(replaced, source), loader: "ts" }));
      }
    },
  };
}

function replaced(source: string, { file, text, by }: Plant): string {
  if (source.split(text).length !== 2) throw new Error(`${file} has not exactly once: ${text}`);
  return source.replace(text, () => by);
}
