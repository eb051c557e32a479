import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { jsonOf, root, textOf } from "../support/repository.js";

const folder = mkdtempSync(join(tmpdir(), "install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without what `npm test` sets for its children: the reader's npm has nothing of it. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_ENV$|VITEST)/.test(name)),
);
const run = (cwd: string, command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test("a clean clone packs and installs as the README says, and is unchanged afterwards", { timeout: 300_000 }, () => {
  const [, commands = ""] = /^## Install\n.*?^```sh\n(.*?)^```/ms.exec(textOf("README.md")) ?? [];
  const [clone, shop] = [join(folder, "clone"), join(folder, "my-shop")];
  run(folder, "git", "clone", "--quiet", "--depth", "1", `file://${root}`, clone);
  mkdirSync(shop);
  run(shop, "npm", "init", "--yes");
  run(clone, "bash", "-e", "-c", commands);
  const program =
    'import("merchant-payments").then(({ orderTotal }) => console.log(orderTotal([{ totalLineAmount: "1.50" }])))';
  expect(run(shop, process.execPath, "--eval", program)).toBe("1.50\n");
  expect(run(clone, "git", "status", "--porcelain")).toBe("");
});

test("with moduleResolution node, TypeScript finds the types of every entry", () => {
  const project = join(folder, "node10");
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(root, join(project, "node_modules/merchant-payments"));
  const { exports } = jsonOf<{ exports: object }>("package.json");
  const entries = Object.keys(exports).filter((name) => !name.endsWith("json"));
  const lines = entries.flatMap((entry, index) => [
    `import * as e${index} from "${entry.replace(".", "merchant-payments")}";`,
    `export const k${index}: keyof typeof e${index} extends never ? never : 1 = 1;`,
  ]);
  writeFileSync(join(project, "program.ts"), lines.join("\n"));
  const compilerOptions = {
    module: "commonjs",
    moduleResolution: "node10",
    ignoreDeprecations: "6.0",
    target: "es2022",
    lib: ["es2023", "dom"],
    types: ["node"],
    typeRoots: [`${root}node_modules/@types`],
    skipLibCheck: true,
    strict: true,
    noEmit: true,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const argv = [`${root}node_modules/typescript/bin/tsc6`, "-p", project];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  expect([stdout, stderr, status]).toEqual(["", "", 0]);
});
