import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundle } from "./bundle.ts";
import { planted } from "./planted.ts";
import { inThread } from "./thread.ts";

test("a hundred batches, and a batch that trusts the status key alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "merchant-payments-simulate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const task = { seed: 1, histories: 100, exception: "none", isSmallest: true } as const;

  const own = await bundle(folder, []);
  expect((await inThread(own, task)).history).toBeUndefined();

  const keyAlone = planted.filter(({ rule }) => rule.startsWith("the status key alone"));
  const shorter = await bundle(folder, keyAlone);
  expect((await inThread(shorter, task)).history).toContain("WRONG");
});

test.each(planted)("the line that a planted rule replaces is still there: $rule", ({ file, text }) => {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  expect(source.split(text)).toHaveLength(2);
});
