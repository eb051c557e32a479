import type { Adapter } from "../faults/playable-faults.js";

/** The doors through which the fake can be reached now. */
export class OpenAdapters {
  readonly #all: Adapter[] = [];
  readonly #check: (door: Adapter) => void;

  /** @param check - Throws when a door cannot open. */
  constructor(check: (door: Adapter) => void) {
    this.#check = check;
  }

  /** Behind no other door, the fake is reached by its own fetch. */
  get open(): readonly Adapter[] {
    return this.#all.length === 0 ? ["fetch"] : this.#all;
  }

  /** Returns the function that closes the door. */
  add(door: Adapter): () => void {
    this.#check(door);
    this.#all.push(door);
    let isOpen = true;
    return () => {
      if (isOpen) this.#all.splice(this.#all.indexOf(door), 1);
      isOpen = false;
    };
  }
}
