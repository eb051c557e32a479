import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonOf, root } from "../support/repository.js";

// lockfile-lint detects a foreign host and a weak hash. It misses a package without a hash, and a lock file that lacks
// a platform's packages, which `npm ci` rejects on every machine.

interface Locked {
  readonly version?: string;
  /** Absent for the registry that npm is set to. */
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Locked>>;

/** Node's lookup: the nearest node_modules on the way up that holds the package. */
function resolve(packages: Packages, from: string, name: string): Locked | undefined {
  const found = packages[`${from ? `${from}/` : ""}node_modules/${name}`];
  if (found !== undefined || from === "") return found;
  return resolve(packages, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}

function missingIn(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, locked]) =>
    Object.entries(locked.optionalDependencies ?? {})
      .filter(([name, range]) => {
        const found = resolve(packages, path, name);
        const isExact = /^\d+\.\d+\.\d+$/.test(range);
        return found === undefined || (isExact && found.version !== range);
      })
      .map(([name, range]) => `${path}@${locked.version} misses ${name}@${range}`),
  );
}

const files = globSync("**/package-lock.json", { cwd: root, exclude: ["**/node_modules/**"] });

test("the repository has these lock files", () => {
  expect(files.sort()).toEqual([
    "docs/site/package-lock.json",
    "lab/measure/bench/package-lock.json",
    "lab/measure/once/driver/package-lock.json",
    "lab/prove/mutation/package-lock.json",
    "lab/prove/nodes/package-lock.json",
    "lab/prove/peers/package-lock.json",
    "lab/ship/browser/package-lock.json",
    "lab/ship/package/package-lock.json",
    "lab/ship/release/package-lock.json",
    "package-lock.json",
  ]);
});

const registry = "https://registry.npmjs.org/";

describe.each(files)("the lock file %s", (file) => {
  const { packages } = jsonOf<{ packages: Packages }>(file);
  const installed = Object.entries(packages).filter(([path]) => path !== "");

  test("pins every package by its content", () => {
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  test("takes every package from the registry", () => {
    const foreign = (origin = registry) => !origin.startsWith(registry);
    expect(installed.map(([, { resolved }]) => resolved).filter(foreign)).toEqual([]);
  });

  test("has the packages of every platform", () => {
    expect(missingIn(packages)).toEqual([]);
  });
});
