import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";
import { pages } from "./pages.js";
import { proseFaultsOf } from "./prose.js";

test.each(pages)(
  "%s has short sentences, standard terms, and statements that begin with their subject",
  async (page) => {
    expect(await proseFaultsOf(textOf(page))).toEqual([]);
  },
);

test("the check finds a sentence of more than 210 characters", async () => {
  const clause = "the client sends the request, ";
  expect(await proseFaultsOf(`Then ${clause.repeat(6)}and it waits.\n`)).toEqual([]);
  expect(await proseFaultsOf(`Then ${clause.repeat(7)}and it waits.\n`)).toEqual([
    expect.stringMatching(/^line 1: Line 1 sentence length\(228\) exceeds/),
  ]);
});

test.each([
  ["The answer is lost.", "the response"],
  ["The service answers at once.", "service responds"],
  ["Its reply is lost.", "response"],
  ["Every refusal is final.", "rejection"],
  ["The call is still at it.", "in progress"],
  ["The call is under way.", "in progress"],
  ["A call in hand ends first.", "in progress"],
  ["Each hop may repeat a request.", "proxy"],
  ["Close the connection that waits.", "idle connection"],
  ["Describe an operation of your own.", "custom operation"],
  ["Use another run time.", "runtime"],
  ["The line stops.", "circuit breaker opens"],
  ["Ask for a person's word.", "decision"],
  ["Look it up by hand.", "manually"],
  ["Mend the cause.", "fix"],
  ["It is as good as captured.", "treated as"],
  ["Secrets belong into a vault.", "belongs in"],
])("the check finds a term that is not ours to use: %s", async (sentence, instead) => {
  const [fault = "", ...others] = await proseFaultsOf(`${sentence}\n`);
  expect(fault.toLowerCase()).toContain(`use “${instead}” instead`);
  expect(others).toEqual([]);
});

test("the check finds a statement that begins with “What”, and lets questions, headings and code be", async () => {
  const fault = "A statement begins with “What”: begin with its subject";
  expect(await proseFaultsOf("What `finalize` gives can be logged.\n")).toEqual([`line 1: ${fault}`]);
  expect(await proseFaultsOf("Read on.\n**What to watch:** calls\nin flight.\n")).toEqual([`line 2: ${fault}`]);
  expect(await proseFaultsOf("- What you send is kept\n")).toEqual([`line 1: ${fault}`]);
  expect(
    await proseFaultsOf("## What to assert\n\n**What to do.** Wait. What if `a.b` fails? See what happens.\n"),
  ).toEqual([]);
});

test("the check reads no code", async () => {
  expect(await proseFaultsOf("Read `the answer`.\n\n```ts\n// the answer, by hand\n```\n")).toEqual([]);
});
