/** Runs programs to their own end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

// npm runs on the first node of the PATH, and under an older one it silently picks older versions.
const PATH = `${dirname(process.execPath)}:${process.env["PATH"]}`;

/** Each program is a process group, so that everything that it started ends with it. */
const groups = new Set<number>();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => groups.forEach(kill));

/** @throws Error with all its output, if it fails or does not end in time. */
export async function run(
  cwd: string,
  command: string,
  args: readonly string[],
  { env = {}, limitMs = 60_000 }: { env?: Record<string, string>; limitMs?: number } = {},
): Promise<Output> {
  const options = { cwd, env: { ...process.env, PATH, NO_COLOR: "1", ...env }, detached: true };
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const group = child.pid;
  if (group === undefined) return await exited.then(() => Promise.reject(new Error(`${command} did not start`)));
  groups.add(group);
  let end = "";
  const limit = setTimeout(() => {
    end = `had not ended after ${limitMs} ms`;
    kill(group);
  }, limitMs);
  const [code] = await exited;
  clearTimeout(limit);
  kill(group);
  groups.delete(group);
  const [stdout, stderr] = await output;
  if (code === 0) return { stdout, stderr };
  throw new Error(`${command} ${args.join(" ")} ${end || `ended with ${code}`}\n${stdout}${stderr}`);
}

function kill(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // no process of the group is left
  }
}
