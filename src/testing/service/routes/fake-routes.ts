import { meant } from "../meant.js";
import type { FakeRoute } from "./fake-route.js";
import { type Match, matchRequest } from "./match-request.js";

/** The operations that have a response: those of the contract, those that a test has added, and one that reads. */
export class FakeRoutes {
  readonly #known: readonly FakeRoute[];
  readonly #read: FakeRoute;
  readonly #changed: () => void;
  readonly #added = new Map<string, FakeRoute>();

  /** @param read - Gives way to an added operation with its name or its path. */
  constructor(known: readonly FakeRoute[], read: FakeRoute, changed: () => void) {
    this.#known = known;
    this.#read = read;
    this.#changed = changed;
  }

  get names(): readonly string[] {
    return this.#all.map(({ name }) => name);
  }

  /**
   * Adds an operation. It replaces an earlier added one with the same name.
   *
   * @returns The function that removes it.
   * @throws Error if another operation has its name or its path.
   */
  add(added: FakeRoute): () => void {
    const { name } = added;
    if (this.#known.some((known) => known.name === name)) {
      throw new Error(`The fake responds to ${name} by itself: give your custom operation another name.`);
    }
    const holder = this.#fixed.find((other) => other.name !== name && sharePath(other, added));
    if (holder) {
      throw new Error(`${name} cannot have ${added.method} ${added.paths.join()}: that is the path of ${holder.name}.`);
    }
    this.#added.set(name, added);
    this.#changed();
    return () => {
      if (this.#added.get(name) !== added) return;
      this.#added.delete(name);
      this.#changed();
    };
  }

  /** The operation that a request is for. */
  match(request: Parameters<typeof matchRequest>[1]): Match | undefined {
    return matchRequest(this.#all, request);
  }

  /** @throws Error if no operation has this name: a fault for it would wait for ever. */
  check(name: string): void {
    if (this.names.includes(name)) return;
    throw new TypeError(
      `There is no operation ${name}: ${meant(name, this.names)} Add a custom one with service.on().`,
    );
  }

  get #fixed(): readonly FakeRoute[] {
    return [...this.#known, ...this.#added.values()];
  }

  get #all(): readonly FakeRoute[] {
    const read = this.#read;
    const isReplaced = this.#fixed.some((each) => each.name === read.name || sharePath(each, read));
    return isReplaced ? this.#fixed : [...this.#fixed, read];
  }
}

function sharePath(left: FakeRoute, right: FakeRoute): boolean {
  const shapes = left.paths.map(shapeOf);
  return left.method === right.method && right.paths.some((path) => shapes.includes(shapeOf(path)));
}

/** The path without the names of its values. */
function shapeOf(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}");
}
