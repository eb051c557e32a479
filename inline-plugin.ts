// Lets a module import the page as one text, with its script and its style in it:
// import page from "./page/index.html?inline"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin as VitePlugin } from "vite";

const inline = /\?inline$/;

/** The files whose code is in the pages that were inlined so far. */
export const inlinedFiles = new Set<string>();

/** Each response puts its own nonce in the place of `__nonce__`. */
async function inlinedText(id: string): Promise<string> {
  const file = id.replace(inline, "");
  const entryPoints = ["app.tsx", "style.css"].map((name) => join(dirname(file), name));
  const options = {
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: "out",
    target: "es2023",
  } as const;
  const { outputFiles, metafile } = await build({ ...options, entryPoints });
  for (const input of Object.keys(metafile.inputs)) inlinedFiles.add(input);
  const built = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text.trim();
  return readFileSync(file, "utf8")
    .replace(/<link rel="stylesheet".*>/, () => `<style nonce="__nonce__">${built(".css")}</style>`)
    .replace(/<script.*<\/script>/, () => `<script type="module" nonce="__nonce__">${built(".js")}</script>`);
}

/**
 * For the build: the page is in one file, which ESM and CJS share.
 *
 * @param path - From the built file that imports the page.
 */
export function esbuildInline(path: "./page.cjs" | "./testing/page.cjs"): EsbuildPlugin {
  return {
    name: "inline",
    setup({ onResolve }) {
      onResolve({ filter: inline }, async ({ path: page, resolveDir }) => {
        const text = JSON.stringify(await inlinedText(join(resolveDir, page)));
        mkdirSync("dist/testing", { recursive: true });
        writeFileSync("dist/testing/page.cjs", `module.exports = ${text};\n`);
        return { path, external: true };
      });
    },
  };
}

/** For the tests over the sources. */
export const viteInline: VitePlugin = {
  name: "inline",
  enforce: "pre",
  load: async (id) => (inline.test(id) ? `export default ${JSON.stringify(await inlinedText(id))}` : null),
};
