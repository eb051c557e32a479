import { expect, test } from "vitest";
import { runProgram } from "../support/repository.js";
import { blocksOf } from "./pages.js";

test("the steps of the tutorial are one program, which prints what the page says", async () => {
  const steps = blocksOf("docs/guides/getting-started.md");
  const { printed, warned } = await runProgram(steps.map(({ code }) => code).join("\n"), []);
  expect(warned).toBe("");
  expect(printed).toBe(steps.map(({ output }) => output).join(""));
});
