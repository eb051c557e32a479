// node bundle.mjs <bundler> <entry> <output>: writes one file with the library and everything it needs.
import { basename, dirname } from "node:path";

const [, , bundler, entry, output] = process.argv;
const isModule = entry.endsWith(".mjs");

const bundlers = {
  async esbuild() {
    const { build } = await import("esbuild");
    const format = isModule ? "esm" : "cjs";
    await build({ entryPoints: [entry], outfile: output, bundle: true, platform: "node", format, logLevel: "warning" });
  },
  async "esbuild for no platform"() {
    const { build } = await import("esbuild");
    const options = { bundle: true, platform: "neutral", format: "esm", logLevel: "warning" };
    await build({ entryPoints: [entry], outfile: output, ...options });
  },
  async rolldown() {
    const { rolldown } = await import("rolldown");
    const bundle = await rolldown({ input: entry, platform: "node" });
    await bundle.write({ file: output, format: isModule ? "esm" : "cjs", codeSplitting: false });
    await bundle.close();
  },
  async webpack() {
    const { default: webpack } = await import("webpack");
    const compiler = webpack({
      entry,
      context: dirname(entry),
      target: "node22",
      mode: "production",
      output: { path: dirname(output), filename: basename(output), module: isModule },
      experiments: { outputModule: isModule },
      plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    });
    const { promise, resolve, reject } = Promise.withResolvers();
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats)));
    const stats = await promise;
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
  },
};
await bundlers[bundler]();
