import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Where the check runs: whom it asks, where it prints, and who interrupts it. */
export interface Terminal {
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
  write(text: string): void;
  /** Resolves to what the person types; undefined at the end of the input and if the signal aborts. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** Rejects if the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Calls the listener at the first SIGINT or SIGTERM. Returns the function that removes it. */
  onInterrupt(listener: () => void): () => void;
  setExitCode(code: number): void;
}

export const processTerminal: Terminal = {
  get canAsk() {
    return process.stdin.isTTY === true && process.stdout.isTTY === true;
  },
  write: (text) => void process.stdout.write(text),
  async ask(question, signal) {
    if (process.stdin.readableEnded) return undefined; // a new interface would wait for ever
    // Without `terminal`, Ctrl+C stays the signal of the process.
    const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
    try {
      const ended = once(lines, "close").then(() => undefined);
      return (await Promise.race([lines.question(question, { signal }), ended]))?.trim();
    } catch {
      return undefined;
    } finally {
      lines.close();
      process.stdout.write("\n");
    }
  },
  wait: (ms, signal) => wait(ms, undefined, { signal }),
  onInterrupt(listener) {
    const remove = () => void process.off("SIGINT", first).off("SIGTERM", first);
    const first = () => {
      remove(); // a second signal ends the process as usual
      listener();
    };
    process.on("SIGINT", first).on("SIGTERM", first);
    return remove;
  },
  setExitCode: (code) => {
    process.exitCode = code;
  },
};
