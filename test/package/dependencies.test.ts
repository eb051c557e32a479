import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./packed.js";

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, Locked>>;
};

const runTime = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true,
);

test("a merchant installs one package beside ours, which needs no others and runs nothing", () => {
  const told = runTime.map(([path, { license, hasInstallScript, dependencies }]) => {
    return { path, license, hasInstallScript, dependencies };
  });
  expect(told).toEqual([{ path: "node_modules/decimal.js", license: "MIT" }]);
});

test("of what the project itself installs, only its Node may run a script", () => {
  const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(allowScripts).toEqual({ node: true, esbuild: false });
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(withScripts.map(([path]) => path)).toEqual(["node_modules/esbuild", "node_modules/node"]);
});
