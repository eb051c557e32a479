import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonOf, root } from "../support/repository.js";

// lockfile-lint detects a foreign host and a weak hash. It misses a package without a hash.

interface Locked {
  /** Absent for the registry that npm is set to. */
  readonly resolved?: string;
  readonly integrity?: string;
}

type Packages = Readonly<Record<string, Locked>>;

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
});
