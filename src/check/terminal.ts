import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Where the check runs: whom it asks, where it prints, and who interrupts it. */
export type Terminal = typeof processTerminal;

export const processTerminal = {
  /** Whether a person can be asked. */
  get canAsk(): boolean {
    return process.stdin.isTTY === true && process.stdout.isTTY === true;
  },
  write: (text: string): void => void process.stdout.write(text),
  /** Resolves to what the person types; undefined at the end of the input and if the signal aborts. */
  async ask(question: string, signal: AbortSignal): Promise<string | undefined> {
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
  wait: (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }),
  /** Calls the listener at the first SIGINT or SIGTERM; a second one ends the process as usual. */
  onInterrupt(listener: () => void): () => void {
    const remove = () => void process.off("SIGINT", first).off("SIGTERM", first);
    const first = () => {
      remove();
      listener();
    };
    process.on("SIGINT", first).on("SIGTERM", first);
    return remove;
  },
  setExitCode(code: number): void {
    process.exitCode = code;
  },
};
