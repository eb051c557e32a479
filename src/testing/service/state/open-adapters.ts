import type { Adapter } from "../faults/playable-faults.js";

/** The adapters through which the fake can be reached now. */
export class OpenAdapters {
  readonly #all: Adapter[] = [];
  readonly #check: (adapter: Adapter) => void;

  /** @param check - Throws if an adapter cannot open. */
  constructor(check: (adapter: Adapter) => void) {
    this.#check = check;
  }

  /** Without another adapter, the fake is reached through its own fetch. */
  get open(): readonly Adapter[] {
    return this.#all.length === 0 ? ["fetch"] : this.#all;
  }

  /** Returns the function that closes the adapter. */
  add(adapter: Adapter): () => void {
    this.#check(adapter);
    this.#all.push(adapter);
    let isOpen = true;
    return () => {
      if (isOpen) this.#all.splice(this.#all.indexOf(adapter), 1);
      isOpen = false;
    };
  }
}
