// Fails when the lock file lacks an optional platform package that a dependency declares: `npm ci` would refuse it.
import { readFileSync } from "node:fs";

interface Locked {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")).packages as Record<string, Locked>;
const missing: string[] = [];

for (const [path, locked] of Object.entries(lock)) {
  for (const [name, range] of Object.entries(locked.optionalDependencies ?? {})) {
    const found = resolve(path, name);
    const exact = /^\d+\.\d+\.\d+$/.test(range);
    if (!found || (exact && found.version !== range)) missing.push(`${path}@${locked.version}: ${name}@${range}`);
  }
}
for (const line of missing) console.error(`missing from package-lock.json: ${line}`);
process.exit(missing.length > 0 ? 1 : 0);

/** Node's lookup: the nearest node_modules on the way up that holds the package. */
function resolve(from: string, name: string): Locked | undefined {
  for (
    let base = from;
    ;
    base = base.includes("/node_modules/") ? base.slice(0, base.lastIndexOf("/node_modules/")) : ""
  ) {
    const hit = lock[`${base ? `${base}/` : ""}node_modules/${name}`];
    if (hit || !base) return hit;
  }
}
