import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { format, promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root, textOf } from "../support/repository.js";
import { stopTime } from "../support/time.js";
import { type Context, contextOfABlock } from "./context.js";
import { type Block, blocksOf, pages, programOfReadme } from "./pages.js";

const blocks = pages.filter((page) => page !== "README.md").flatMap(blocksOf);
const fragments = blocks.filter(({ file }) => file === undefined);

// Inside the repository, so that packages and aliases resolve; git ignores it.
const folder = `${root}.vitest/docs-blocks-${process.pid}`;
const fileOf = ({ page, line }: Block) => `${page.replaceAll("/", "-")}-${line}.ts`;

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(contextOfABlock());
  for (const fragment of fragments) writeFileSync(`${folder}/${fileOf(fragment)}`, moduleOf(fragment, names));
  writeFileSync(`${folder}/README.md.ts`, programOfReadme());
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, noImplicitReturns: false };
  const tsconfig = { extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"], exclude: [] };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(tsconfig));
});

afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Wraps the code after the imports and the `declare module` in a function with the context as parameters, which the
 * code's own names may shadow. The line numbers stay those of the page, so a compiler message leads there.
 */
function moduleOf({ code, line }: Block, names: readonly string[]): string {
  const imports = /^(?:import .*?;\n|declare module .*?\n\}\n|\n)*/s.exec(code)?.[0] ?? "";
  const body = code.slice(imports.length);
  const context = 'import type { Context } from "../../test/docs/context.js";';
  const padding = "\n".repeat(line - 1);
  return `${context}${padding}${imports}export default async ({ ${names.join(", ")} }: Context) => {{ ${body}}};\n`;
}

test("the pages have code blocks to check", () => {
  expect(fragments.length).toBeGreaterThan(20);
});

test("the code on the pages has no type errors", async () => {
  const tsc = promisify(execFile)(`${root}node_modules/.bin/tsc`, ["-p", folder], { cwd: folder });
  const said = await tsc.catch((error: { stdout: string }) => error);
  expect(said.stdout).toBe("");
});

test.each(fragments)("the code block on $page, line $line, prints what its page says", async (fragment) => {
  stopTime();
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...args) => printed.push(`${format(...args)}\n`));
  const module: { default: (context: Context) => Promise<unknown> } = await import(`${folder}/${fileOf(fragment)}`);
  const context = contextOfABlock();
  let late = 0;
  context.service.subscribe((request) => {
    const isNewlyLate = context.service.late.length > late;
    late = context.service.late.length;
    // Nothing else is left to do, so a deadline passes.
    if (request?.fault === "stallHeaders" || isNewlyLate) vi.advanceTimersByTime(60_000);
  });
  await module.default(context).catch((error: Error) => printed.push(`${error.name}: ${error.message}\n`));
  expect(printed.join("")).toBe(fragment.output);
});

const shown = blocks.filter(({ file }) => file !== undefined);

test("the guides show whole examples", () => {
  expect(shown.map(({ page, file }) => `${page} shows ${file}`)).toEqual([
    "docs/guides/go-live.md shows examples/check/payments.ts",
    "docs/guides/go-live.md shows examples/check/check.ts",
    "docs/guides/once.md shows examples/once-postgres/migrate.ts",
    "docs/guides/once.md shows examples/once-postgres/store.ts",
    "docs/guides/once.md shows examples/once-postgres/drizzle.ts",
    "docs/guides/once.md shows examples/once-postgres/kysely.ts",
    "docs/guides/testing.md shows examples/capture.test.ts",
  ]);
});

test("docs/guides/go-live.md shows examples/check/.env.example as it is", () => {
  expect(textOf("docs/guides/go-live.md")).toContain(`\`\`\`ini\n${textOf("examples/check/.env.example")}\`\`\`\n`);
});

test.each(shown)("$page shows $file as it is", ({ code, file }) => {
  expect(code).toBe(textOf(file ?? ""));
});
