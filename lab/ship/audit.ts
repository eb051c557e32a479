// Known vulnerabilities in what a merchant gets: the run-time dependencies, and what is bundled.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}
interface Bundled {
  readonly components: readonly { readonly name: string }[];
}
interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const bundled = JSON.parse(readFileSync("dist/bundled.cdx.json", "utf8")) as Bundled;
const shipped = [...Object.keys(manifest.dependencies), ...bundled.components.map(({ name }) => name)];

const { stdout } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8" });
const { vulnerabilities } = JSON.parse(stdout) as Audit;
if (vulnerabilities === undefined) throw new Error(`npm audit gave no report: ${stdout.slice(0, 200)}`);

const found = shipped.filter((name) => Object.hasOwn(vulnerabilities, name));
for (const name of found) console.error(`${name} ${vulnerabilities[name]?.range}: ${vulnerabilities[name]?.severity}`);
console.log(`${shipped.join(", ")}: ${found.length} with known vulnerabilities`);
process.exitCode = found.length === 0 ? 0 : 1;
