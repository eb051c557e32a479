#!/usr/bin/env node
/** The command `merchant-payments once`: for people, with the store alone. */
import { createInterface } from "node:readline/promises";
import { run } from "./run.js";

const { stdin, stdout, stderr } = process;
const isTerminal = stdin.isTTY === true && stdout.isTTY === true;

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => stdout.write(text),
  complain: (text) => stderr.write(text),
  ask: isTerminal ? ask : undefined,
  env: process.env,
});
