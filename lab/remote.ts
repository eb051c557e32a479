import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import type { Question, Response } from "./worker.ts";

/** Another process, which does one job at a time. */
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
    // Racing a promise that outlives the job would keep every response in memory.
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const gone = () => reject(new Error(`${this.#script} ended by itself`));
    const received = (response: unknown) => resolve(response as Response);
    this.#child.once("exit", gone).once("message", received);
    this.#child.send({ job, arguments: given } satisfies Question, (error) => error && reject(error));
    try {
      const response = await promise;
      if ("error" in response) throw new Error(response.error);
      return response.value as T;
    } finally {
      this.#child.off("exit", gone).off("message", received);
    }
  }

  stop(): void {
    this.#child.kill();
  }
}

/** Raises the priority where the system allows it, so that other processes disturb the figures less. */
export function favour({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, -20);
  } catch {
    // not permitted, or the process has ended
  }
}
