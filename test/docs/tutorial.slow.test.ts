import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { runProgram } from "../support/repository.js";
import { blocksOf, programOfReadme } from "./pages.js";

test("the steps of the tutorial are one program, which prints what the page says", async () => {
  const steps = blocksOf("docs/guides/first-capture.md");
  const { printed, warned } = await runProgram(steps.map(({ code }) => code).join("\n"), []);
  expect(warned).toBe("");
  expect(printed).toBe(steps.map(({ output }) => output).join(""));
});

test("the first program of the README has 12 lines, and captures at the fake that the README puts above it", async () => {
  const [, program] = blocksOf("README.md");
  const { printed, warned } = await runProgram(stripTypeScriptTypes(programOfReadme()), []);
  expect([printed, warned, program?.code.trimEnd().split("\n").length]).toEqual(["captured\n", "", 12]);
});
