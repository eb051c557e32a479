/** The session with curl on the fake's page, against the published command: a sale, and a lost response. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";

const BLOCK = /^<!-- curl -->\n```sh\n(.*?)^```\n\n```text\n(.*?)^```$/gms;
const blocks = [...textOf("docs/reference/fake.md").matchAll(BLOCK)];

test("the curl session of the fake's page prints what the page says", async () => {
  const command = spawn(process.execPath, [`${root}dist/testing/cli.js`, "--port", "0"]); // of `npm run build`
  let baseUrl: string | undefined;
  for await (const line of createInterface(command.stdout)) {
    baseUrl = /Base URL +(\S+)/.exec(line)?.[1];
    if (baseUrl !== undefined) break;
  }
  const session = blocks.map(([, code]) => code).join("");
  const { stdout } = await promisify(execFile)("bash", ["-c", session.replace("http://localhost:4010", baseUrl ?? "")]);
  command.kill();
  await once(command, "exit");
  expect(blocks).toHaveLength(1);
  expect(stdout).toBe(blocks.map(([, , output]) => output).join(""));
});
