// Lets a module import a file for the browser as one text, together with all that it imports:
// import script from "./page/main.ts?inline"
import { join, relative } from "node:path";
import { build, type Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin as VitePlugin } from "vite";

const inline = /\?inline$/;

async function inlinedText(path: string): Promise<string> {
  const entryPoints = [path.replace(inline, "")];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, target: "es2023" });
  return outputFiles.map(({ text }) => text).join("");
}

/** For the build. */
export const esbuildInline: EsbuildPlugin = {
  name: "inline",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: inline }, ({ path, resolveDir }) => ({
      path: relative(process.cwd(), join(resolveDir, path)), // esbuild writes it into a comment of the built file
      namespace: "inline",
    }));
    onLoad({ filter: inline, namespace: "inline" }, async ({ path }) => ({
      contents: await inlinedText(path),
      loader: "text",
    }));
  },
};

/** For the tests over the sources. */
export const viteInline: VitePlugin = {
  name: "inline",
  enforce: "pre",
  load: async (id) => (inline.test(id) ? `export default ${JSON.stringify(await inlinedText(id))}` : null),
};
