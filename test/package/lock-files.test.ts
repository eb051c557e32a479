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
  const ofLab = ["measure/bench", "measure/once/driver", "prove/mutation", "prove/nodes", "prove/peers"];
  const ofReleases = ["ship/browser", "ship/package", "ship/release"];
  const folders = ["docs/site", ...[...ofLab, ...ofReleases].map((folder) => `lab/${folder}`)];
  expect(files.sort()).toEqual([...folders.map((folder) => `${folder}/package-lock.json`), "package-lock.json"]);
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
