import { expect, test } from "vitest";
import { compare, percentOf, scoresOf, survivorsOf, totalOf } from "../../scripts/mutation-report.ts";
import { section } from "../../scripts/mutation-section.ts";

const mutant = (status: string, replacement: string, column: number) => ({
  mutatorName: "EqualityOperator",
  replacement,
  status,
  location: { start: { line: 2, column }, end: { line: 2, column: column + 5 } },
});

const report = {
  files: {
    "src/model/amount.ts": {
      source: "if (\n  a < b && c < d",
      mutants: [
        mutant("Killed", "a > b", 3),
        mutant("Timeout", "a >= b", 3),
        mutant("Killed", "c > d", 12),
        mutant("Survived", "c <= d", 12),
        mutant("Ignored", "c === d", 12),
      ],
    },
    "src/wire/json.ts": { source: "(\n  x < y", mutants: [mutant("NoCoverage", "x <= y", 3)] },
  },
};

const noticedByNobody = { mutator: "EqualityOperator", from: "c < d", to: "c <= d", reason: "c is never d" };

test("counts what was noticed, folder by folder", () => {
  const scores = scoresOf(report);
  expect(scores).toEqual([
    { folder: "src/model", noticed: 3, survived: 1, untried: 1 },
    { folder: "src/wire", noticed: 0, survived: 1, untried: 0 },
  ]);
  expect(scores.map(percentOf)).toEqual([75, 0]);
  expect(percentOf(totalOf(scores))).toBe(60);
});

test("names a survivor by what it changed", () => {
  expect(survivorsOf(report)).toEqual([
    { file: "src/model/amount.ts", mutator: "EqualityOperator", from: "c < d", to: "c <= d" },
    { file: "src/wire/json.ts", mutator: "EqualityOperator", from: "x < y", to: "x <= y" },
  ]);
});

test("holds the survivors against the reasons", () => {
  const reason = { file: "src/model/amount.ts", ...noticedByNobody };
  const past = { ...reason, from: "e < f" };
  const elsewhere = { ...past, file: "src/model/left-out-of-this-run.ts" };
  expect(compare(report, [reason, past, elsewhere])).toEqual({
    explained: [reason],
    unexplained: [{ file: "src/wire/json.ts", mutator: "EqualityOperator", from: "x < y", to: "x <= y" }],
    stale: [past],
  });
});

test("the section shows the scores, the survivors with their reasons, and those without", () => {
  const reason = { file: "src/model/amount.ts", ...noticedByNobody };
  const lines = section(scoresOf(report), compare(report, [reason]), 20).split("\n");
  expect(lines).toContain("| src/model | 3 | 1 | 75.0 % | 1 |");
  expect(lines).toContain("| all | 3 | 2 | 60.0 % | 1 |");
  expect(lines.slice(lines.indexOf("- c is never d:"))).toEqual([
    "- c is never d:",
    "  - src/model/amount.ts: `` c < d `` as `` c <= d ``",
    "",
    "Without a reason so far:",
    "",
    "- src/wire/json.ts: `` x < y `` as `` x <= y ``",
  ]);
});
