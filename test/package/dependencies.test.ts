import { expect, test } from "vitest";
import { jsonOf } from "../support/repository.js";

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { packages } = jsonOf<{ packages: Readonly<Record<string, Locked>> }>("package-lock.json");

const runTime = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true,
);

test("a merchant installs one package beside ours, without dependencies and install scripts", () => {
  const installed = runTime.map(([path, { license, hasInstallScript, dependencies }]) => {
    return { path, license, hasInstallScript, dependencies };
  });
  expect(installed).toEqual([{ path: "node_modules/decimal.js", license: "MIT" }]);
});

test("only Node may run an install script among the packages of the project", () => {
  expect(jsonOf<{ allowScripts: object }>("package.json").allowScripts).toEqual({ node: true, esbuild: false });
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(withScripts.map(([path]) => path)).toEqual(["node_modules/esbuild", "node_modules/node"]);
});
