/** Follows the pages in a folder made by `npm init -y`: from nothing to the first capture and the first tests. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../program.ts";
import type { Cell, Site } from "./cell.ts";
import { assertOnePassed } from "./jest.ts";
import { blockAfter, examplesOn, exampleWith } from "./pages.ts";

/** The README's first program, between the fake and the line that stops it. */
export const quickstart = examplesOn("README.md")
  .map(({ code }) => code)
  .join("");
const firstTest = blockAfter("docs/guides/testing.md", "<!-- examples/capture.test.ts -->\n```ts");
const required = (code: string) => code.replace(/^import (.*) from (".*");$/gm, "const $1 = require($2);");
const withJest = required(firstTest.replace(/^import .* "vitest";\n/m, ""));

interface Newcomer {
  readonly row: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tools?: readonly string[];
  readonly start: readonly string[];
  /** @throws if it has not printed what it should. */
  readonly prints: (stdout: string) => void;
}

const msw = readFileSync(new URL("../../../examples/checkout.test.ts", import.meta.url), "utf8");

const OBSERVABILITY = "docs/guides/observability.md";
const telemetry = `import { basicAuth } from "merchant-payments";
const baseUrl = "https://payments.example.com/api";
const auth = basicAuth("merchant-1", "fake-password");
${exampleWith(OBSERVABILITY, "paymentTelemetry({ baseUrl })").code}
console.log(payments);
`;
const [, sdk = ""] = /npm install (.*)/.exec(blockAfter(OBSERVABILITY, "## OpenTelemetry\n\n```sh")) ?? [];

const newcomers: readonly Newcomer[] = [
  {
    row: "README: capture, TypeScript",
    files: { "capture.mts": quickstart },
    start: ["capture.mts"],
    prints: (stdout) => assert.equal(stdout, "captured\n"),
  },
  {
    row: "Observe payments: OpenTelemetry",
    files: { "telemetry.mjs": telemetry },
    tools: sdk.split(" "),
    start: ["telemetry.mjs"],
    prints: (stdout) => assert.equal(stdout, "PaymentClient(https://payments.example.com/api)\n"),
  },
  {
    row: "Test: the first test, Jest",
    files: { "capture.test.js": withJest },
    tools: ["jest@30"],
    start: ["node_modules/jest/bin/jest.js", "--json"],
    prints: assertOnePassed,
  },
  {
    row: "A checkout with MSW: Vitest",
    files: { "checkout.test.ts": msw },
    tools: ["vitest@5", "msw@3"],
    start: ["node_modules/vitest/vitest.mjs", "run", "--no-color"],
    prints: (stdout) => assert.match(stdout, /Tests +1 passed \(1\)/),
  },
];

export function newcomerCells(site: Site): Cell[] {
  return newcomers.map(({ row, files, tools = [], start, prints }, index) => ({
    table: "The first examples of the pages, as they are written, in a folder made by `npm init -y`",
    row,
    column: "works",
    async run() {
      const folder = site.fresh(`newcomer-${index}`);
      await run(folder, "npm", ["init", "-y", "--silent"]);
      await run(folder, "npm", ["install", "--prefix", folder, site.tarball]); // without --prefix, npm looks for a project further up
      if (tools.length > 0) await run(folder, "npm", ["install", "--prefix", folder, "--save-dev", ...tools]);
      for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
      const { stdout } = await run(folder, process.execPath, start);
      prints(stdout);
    },
  }));
}
