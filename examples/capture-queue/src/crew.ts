/** The worker processes of a run: started, replaced when they die, and told to stop. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CallMessage } from "./metrics.ts";

type WorkerMessage = CallMessage | { readonly kind: "ready" };

const program = fileURLToPath(new URL("./worker.ts", import.meta.url));

export class Crew {
  readonly #members = new Set<ChildProcess>();
  readonly #onCall: (call: CallMessage) => void;
  #isStopping = false;
  #failure: Error | undefined;

  constructor(onCall: (call: CallMessage) => void) {
    this.#onCall = onCall;
  }

  /** Resolves once all of them, or those that took their places, take jobs. */
  async start(size: number): Promise<void> {
    await Promise.all(Array.from({ length: size }, () => this.#add()));
  }

  /** @throws Error when a worker could not start. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves once all have finished what was in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      [...this.#members].map((member) => {
        member.kill("SIGTERM");
        return once(member, "exit");
      }),
    );
  }

  #add(): Promise<void> {
    const member = fork(program);
    this.#members.add(member);
    const { promise, resolve } = Promise.withResolvers<void>();
    let isReady = false;
    member.on("message", (message: WorkerMessage) => {
      if (message.kind === "call") return this.#onCall(message);
      isReady = true;
      resolve();
    });
    member.once("exit", (code, signal) => {
      this.#members.delete(member);
      if (this.#isStopping) return resolve();
      if (!isReady && signal === null) {
        this.#failure = new Error(`A worker could not start (exit code ${code}).`); // nor would another
        return resolve();
      }
      console.error(`worker ${member.pid} ended (${signal ?? `exit code ${code}`}): another takes its place`);
      void this.#add().then(resolve);
    });
    return promise;
  }
}
