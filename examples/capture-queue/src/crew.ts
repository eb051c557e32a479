/** The worker processes of a run: started, replaced when they die, and told to stop. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

type WorkerMessage = { readonly kind: "ready" } | { readonly kind: "stopped"; readonly why: string };

const program = fileURLToPath(new URL("./worker.ts", import.meta.url));
const maxFailedStarts = 8;

export class Crew {
  readonly #members = new Set<ChildProcess>();
  readonly #onStopped: (why: string) => void;
  #isStopping = false;
  #failedStarts = 0;

  /** @param onStopped - Called when a worker's circuit breaker has opened: the captures of all workers fail in the same way. */
  constructor(onStopped: (why: string) => void) {
    this.#onStopped = onStopped;
  }

  start(size: number): Promise<unknown> {
    return Promise.all(Array.from({ length: size }, () => this.#add()));
  }

  /** Resolves once all have finished what was in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const members = [...this.#members];
    await Promise.all(members.map((member) => member.kill("SIGTERM") && once(member, "exit")));
  }

  /** Resolves once the worker or its replacement takes jobs. */
  async #add(): Promise<void> {
    const member = fork(program);
    this.#members.add(member);
    const { promise, resolve } = Promise.withResolvers<void>();
    let isReady = false;
    member.on("message", (message: WorkerMessage) => {
      if (message.kind === "stopped") return this.#onStopped(message.why);
      isReady = true;
      this.#failedStarts = 0;
      resolve();
    });
    member.once("exit", async (code, signal) => {
      this.#members.delete(member);
      if (code === 3 || this.#isStopping) return resolve();
      console.error(`worker ${member.pid} ended (${signal ?? `exit code ${code}`}): another takes its place`);
      if (!isReady && signal === null) this.#failedStarts += 1;
      if (this.#failedStarts >= maxFailedStarts) return resolve(this.#onStopped("no worker can start"));
      await sleep(this.#failedStarts * 500); // the database may still be starting
      resolve(this.#isStopping ? undefined : this.#add());
    });
    return promise;
  }
}
