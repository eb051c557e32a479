import { meant } from "../fields.js";
import type { FakeRoute } from "./fake-route.js";
import { type Match, matchRequest } from "./match-request.js";

/** The operations that have a response: the fake's own two, and those that a test has added. */
export class FakeRoutes {
  readonly #known: readonly FakeRoute[];
  readonly #changed: () => void;
  readonly #added = new Map<string, FakeRoute>();

  constructor(known: readonly FakeRoute[], changed: () => void) {
    this.#known = known;
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
    const { name, method, paths } = added;
    if (this.#known.some((known) => known.name === name)) {
      throw new Error(`The fake responds to ${name} by itself: give your custom operation another name.`);
    }
    const others = this.#all.filter((other) => other.name !== name && other.method === method);
    const holder = others.find((other) => other.paths.some((path) => paths.map(shapeOf).includes(shapeOf(path))));
    if (holder) throw new Error(`${name} cannot have ${method} ${paths.join()}: that is the path of ${holder.name}.`);
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

  get #all(): readonly FakeRoute[] {
    return [...this.#known, ...this.#added.values()];
  }
}

/** The path without the names of its values. */
function shapeOf(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}");
}
