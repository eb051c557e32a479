/** The simulation in one file, with the library in it: as it is, or with one line of it replaced. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

/** A change to one file: the text, which must be there once, and what takes its place. */
export interface Plant {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

const root = new URL("../../../", import.meta.url);

/** Time-outs wait for real sockets there. Here are none. */
const noSockets: Plant = {
  file: "src/wire/node/next-poll.ts",
  text: 'const timers = globalThis.process?.getBuiltinModule?.("node:timers/promises");',
  by: "return;",
};

export async function bundle(outfile: string, plants: readonly Plant[]): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("worker-thread.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    plugins: [replacing([...plants, noSockets])],
  });
}

function replacing(plants: readonly Plant[]): Plugin {
  return {
    name: "replacing",
    setup({ onLoad }) {
      for (const file of new Set(plants.map((plant) => plant.file))) {
        const path = fileURLToPath(new URL(file, root));
        const own = plants.filter((plant) => plant.file === file);
        const filter = new RegExp(`${file.replace(/[.]/g, "\\.")}$`);
        onLoad({ filter }, () => ({ contents: own.reduce(replaced, readFileSync(path, "utf8")), loader: "ts" }));
      }
    },
  };
}

function replaced(source: string, { file, text, by }: Plant): string {
  if (source.split(text).length !== 2) throw new Error(`${file} has not exactly once: ${text}`);
  return source.replace(text, () => by);
}
