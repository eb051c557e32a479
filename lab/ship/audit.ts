// Known vulnerabilities in what a merchant installs: the runtime dependencies, and the bundled packages.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
const bundled = JSON.parse(readFileSync("dist/bundled.cdx.json", "utf8")) as { components: { name: string }[] };
const shipped = [...Object.keys(manifest.dependencies), ...bundled.components.map(({ name }) => name)];

const { stdout } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8" });
const { vulnerabilities } = JSON.parse(stdout) as Audit;
if (vulnerabilities === undefined) throw new Error(`npm audit printed no report: ${stdout.slice(0, 200)}`);

const found = shipped.filter((name) => Object.hasOwn(vulnerabilities, name));
for (const name of found) console.error(`${name} ${vulnerabilities[name]?.range}: ${vulnerabilities[name]?.severity}`);
console.log(`${shipped.join(", ")}: ${found.length} with known vulnerabilities`);
process.exitCode = found.length === 0 ? 0 : 1;
