// Fails when a lock file lacks an optional platform package that a dependency declares, since `npm ci` would refuse it,
// and when a package in it is not pinned by its content or comes from anywhere but the registry.
import { globSync, readFileSync } from "node:fs";

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

type Packages = Readonly<Record<string, Locked>>;

const files = globSync("**/package-lock.json", { exclude: ["**/node_modules/**"] });
const faults = files.flatMap((file) => {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Packages };
  return [...missing(packages), ...unpinned(packages)].map((fault) => `${file}: ${fault}`);
});
for (const line of faults) console.error(line);
process.exit(faults.length > 0 || files.length === 0 ? 1 : 0);

function missing(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, locked]) =>
    Object.entries(locked.optionalDependencies ?? {})
      .filter(([name, range]) => {
        const found = resolve(packages, path, name);
        const exact = /^\d+\.\d+\.\d+$/.test(range);
        return !found || (exact && found.version !== range);
      })
      .map(([name, range]) => `${path}@${locked.version} misses ${name}@${range}`),
  );
}

/** Where a package comes from is left out for the registry that npm is set to. */
function unpinned(packages: Packages): string[] {
  const others = Object.entries(packages).filter(([path]) => path !== "");
  return [
    ...others.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => `${path} has no sha512`),
    ...others
      .filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"))
      .map(([path, { resolved }]) => `${path} comes from ${resolved}`),
  ];
}

/** Node's lookup: the nearest node_modules on the way up that holds the package. */
function resolve(packages: Packages, from: string, name: string): Locked | undefined {
  for (
    let base = from;
    ;
    base = base.includes("/node_modules/") ? base.slice(0, base.lastIndexOf("/node_modules/")) : ""
  ) {
    const hit = packages[`${base ? `${base}/` : ""}node_modules/${name}`];
    if (hit || !base) return hit;
  }
}
