import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import type { Question, Response } from "./worker.ts";

/** A measuring process, asked for one thing at a time. */
export class Remote {
  readonly #child: ChildProcess;
  readonly #script: string;

  /** @param node the Node to run it on. */
  constructor(node: string, script: string, given: readonly string[] = [], flags: readonly string[] = []) {
    this.#child = fork(script, given, { execPath: node, execArgv: [...flags] });
    this.#script = script;
    favour(this.#child);
  }

  async ask<T>(job: string, ...given: unknown[]): Promise<T> {
    // No race with a promise that outlives the question: that would keep every response in memory.
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const gone = () => reject(new Error(`${this.#script} ended by itself`));
    const answered = (response: unknown) => resolve(response as Response);
    this.#child.once("exit", gone).once("message", answered);
    this.#child.send({ job, arguments: given } satisfies Question, (error) => error && reject(error));
    try {
      const response = await promise;
      if ("error" in response) throw new Error(response.error);
      return response.value as T;
    } finally {
      this.#child.off("exit", gone).off("message", answered);
    }
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
