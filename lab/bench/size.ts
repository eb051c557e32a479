import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Contestant, libraries, own } from "./contestants.ts";
import type { Stage } from "./run/stage.ts";

export interface SizeFigures {
  readonly contestant: Contestant;
  readonly kb: number;
}

/** A client with everything it needs; of ours everything it exports. */
export function measureSizes(stage: Stage): Promise<SizeFigures[]> {
  return Promise.all(
    libraries.map(async (contestant) => {
      const entry = contestant === own ? stage.entry : stage.client(contestant.client, "esm");
      return { contestant, kb: await bundledKb(entry) };
    }),
  );
}

/** KB of 1,024 bytes after bundling, minifying and gzip -9. */
async function bundledKb(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).byteLength, 0);
  return bytes / 1_024;
}
