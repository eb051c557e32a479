/** What the merchant knows, on disk before anything is done on the strength of it. */
import { type FileHandle, open } from "node:fs/promises";

/**
 * What became of a capture. `intent`: about to be sent. `open`: the back office found that it was not made, and a person
 * may send it anew.
 */
export type State = "intent" | "captured" | "pending" | "refused" | "not_sent" | "bug" | "parked" | "open";

/** A line of the journal. */
export interface Entry {
  readonly id: string;
  readonly state: State;
  readonly why?: string;
  readonly transactionId?: string;
  readonly by?: "back office";
}

/** Append only. Entries that come while the disk is busy go down together, so that one fsync serves many captures. */
export class Journal {
  readonly #file: FileHandle;
  readonly #last = new Map<string, Entry>();
  readonly #lines: string[] = [];
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Reads what an earlier life has written. A line that its death tore was never acted upon, and is cut off. */
  static async open(path: string): Promise<Journal> {
    const file = await open(path, "a+");
    const journal = new Journal(file);
    const text = await file.readFile("utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    await file.truncate(Buffer.byteLength(whole));
    for (const line of whole.split("\n").slice(0, -1)) {
      const entry = JSON.parse(line) as Entry;
      journal.#last.set(entry.id, entry);
    }
    return journal;
  }

  /** The last that is known of a capture. */
  last(id: string): Entry | undefined {
    return this.#last.get(id);
  }

  /** Resolves once the entry is on disk. */
  write(entry: Entry): Promise<void> {
    this.#last.set(entry.id, entry);
    this.#lines.push(`${JSON.stringify(entry)}\n`);
    this.#next ??= this.#commit(this.#running);
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#next;
    await this.#running;
    await this.#file.close();
  }

  async #commit(previous: Promise<void>): Promise<void> {
    await previous;
    this.#running = this.#next ?? previous;
    this.#next = undefined;
    await this.#file.appendFile(this.#lines.splice(0).join(""));
    await this.#file.datasync();
  }
}
