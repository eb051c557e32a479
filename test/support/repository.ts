import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

export function textOf(path: string): string {
  return readFileSync(`${root}${path}`, "utf8");
}

export function jsonOf<T>(path: string): T {
  return JSON.parse(textOf(path)) as T;
}

/** Runs a program in a process of its own, in which `library` is the built index.js (`npm run build`). */
export async function runProgram(program: string, args: readonly string[], env = process.env) {
  const code = `const library = await import(${JSON.stringify(`${root}dist/index.js`)});\n${program}`;
  const argv = ["--input-type=module", "--eval", code, ...args];
  const child = spawn(process.execPath, argv, { env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const [printed, warned, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { printed, warned, exitCode };
}
