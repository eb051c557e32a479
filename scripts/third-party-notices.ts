// Writes dist/THIRD-PARTY-NOTICES.txt: the licence of each package of which the built files hold code.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** esbuild names each module of a package in a comment before its code. */
const MODULE = /^\s*\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm;

const built = globSync("dist/**/*.{js,cjs}").map((file) => readFileSync(file, "utf8"));
const packages = new Set(built.flatMap((code) => [...code.matchAll(MODULE)].map(([, name = ""]) => name)));
if (packages.size === 0) throw new Error("no bundled package was recognised: has the bundler left out its comments?");

const notices = [...packages].sort().map((name) => {
  const folder = join("node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const [licence] = globSync("{LICENSE,LICENCE,license,licence}{,.md,.txt}", { cwd: folder });
  if (licence === undefined) throw new Error(`${name} comes without its licence`);
  return `${name} ${version}\n\n${readFileSync(join(folder, licence), "utf8").trim()}\n`;
});
const head = "The files of this folder contain code of the packages below, under their licences.\n";
writeFileSync("dist/THIRD-PARTY-NOTICES.txt", [head, ...notices].join(`\n${"-".repeat(80)}\n\n`));
