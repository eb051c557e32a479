/** The side of the run: starts processes, and leaves none behind. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

const alive = new Set<ChildProcess>();
process.once("exit", endAll);

export interface Child {
  readonly process: ChildProcess;
  /** How it ended: by itself or by a signal. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Starts a script of this folder, and waits for its first word. */
export async function start(script: string, args: readonly string[]): Promise<Child> {
  const child = fork(new URL(script, import.meta.url), args);
  alive.add(child);
  const ended = once(child, "exit").then(([exitCode, signal]) => {
    alive.delete(child);
    return { exitCode, signal };
  });
  const silent = ended.then(({ exitCode, signal }) => {
    throw new Error(`${script} ended (${exitCode ?? signal}) before it said a word`);
  });
  await Promise.race([once(child, "message"), silent]);
  return { process: child, ended };
}

/** Ends whatever still runs. */
function endAll(): void {
  for (const child of alive) child.kill("SIGKILL");
}
