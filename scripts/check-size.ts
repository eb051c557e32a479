// Fails when the library with everything it needs has grown over its budget: what a bundle of a merchant's backend gets.
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const BUDGET_KB = 50;

/** KB of 1,024 bytes after bundling, minifying and gzip -9. */
export async function bundledKb(entry: string): Promise<number> {
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

if (import.meta.main) {
  const kb = await bundledKb(fileURLToPath(new URL("../dist/index.js", import.meta.url)));
  const isOver = kb > BUDGET_KB;
  console.log(`${kb.toFixed(1)} KB minified and compressed; the budget is ${BUDGET_KB} KB`);
  if (isOver) process.exitCode = 1;
}
