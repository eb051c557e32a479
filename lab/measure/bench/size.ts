import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./contestants.ts";

/** KB of 1,024 bytes in a bundle: minified, with all it needs, after gzip -9. Our own bundle has all exports. */
export async function sizesKb(): Promise<Readonly<Record<"own" | "stripe", number>>> {
  return {
    own: await bundledKb(`export * from ${JSON.stringify(join(root, "dist/index.js"))}`),
    stripe: await bundledKb('export { default } from "stripe"'),
  };
}

async function bundledKb(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "error",
  });
  return outputFiles.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).byteLength, 0) / 1_024;
}
