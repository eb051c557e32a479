import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import type { Answer, Question } from "./worker.ts";

/** A measuring process, asked for one thing at a time. */
export class Remote {
  readonly #child: ChildProcess;
  readonly #gone: Promise<never>;

  /** @param node the Node to run it on. */
  constructor(node: string, script: string, given: readonly string[] = [], flags: readonly string[] = []) {
    this.#child = fork(script, given, { execPath: node, execArgv: [...flags] });
    favour(this.#child);
    this.#gone = new Promise((_, reject) => {
      this.#child.once("exit", (code, signal) => reject(new Error(`${script} ended by itself: ${signal ?? code}`)));
    });
    this.#gone.catch(() => undefined); // of interest only to a question under way
  }

  async ask<T>(job: string, ...given: unknown[]): Promise<T> {
    const answered = new Promise<Answer>((resolve) =>
      this.#child.once("message", (answer) => resolve(answer as Answer)),
    );
    this.#child.send({ job, arguments: given } satisfies Question);
    const answer = await Promise.race([answered, this.#gone]);
    if ("error" in answer) throw new Error(answer.error);
    return answer.value as T;
  }

  stop(): void {
    this.#child.kill();
  }
}

/** Ahead of whatever else the machine does, where the system lets us: neighbours then disturb the figures less. */
export function favour({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, -20);
  } catch {
    // not ours to raise, or already over
  }
}
