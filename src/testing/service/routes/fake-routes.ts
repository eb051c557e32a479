import { meant } from "../input.js";
import type { FakeRoute } from "./fake-route.js";

export interface Match {
  readonly route: FakeRoute;
  /** The path that matched. */
  readonly path: string;
  /** The values in the path, decoded. */
  readonly values: Readonly<Record<string, string>>;
}

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

  /** Adds an operation, as FakePaymentService.on says. */
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

  /**
   * The operation that a request is for. If only another method fits the path, it is the operation with that method.
   *
   * @param basePath - The path before the operation's path; any path if it is left out.
   */
  match(method: string, path: string, basePath: string | undefined): Match | undefined {
    if (basePath !== undefined && !path.startsWith(`${basePath}/`)) return undefined;
    const segments = path.slice(basePath?.length ?? 0).split("/");
    const matches = this.#all
      .flatMap((route) => route.paths.map((each) => ({ route, path: each })))
      .sort(closerFirst)
      .flatMap((candidate) => {
        const expected = candidate.path.split("/");
        // A path begins with "/", so its first, empty segment matches anything before it.
        const surplus = segments.length - expected.length;
        if (surplus < 0 || (basePath !== undefined && surplus > 0)) return [];
        const values = matchSegments(expected.slice(1), segments.slice(surplus + 1));
        return values ? [{ ...candidate, values }] : [];
      });
    return matches.find(({ route }) => route.method === method) ?? matches[0];
  }

  /** @throws Error if no operation has this name: a fault for it would wait for ever. */
  check(name: string): void {
    const { names } = this;
    if (names.includes(name)) return;
    throw new TypeError(`There is no operation ${name}: ${meant(name, names)} Add a custom one with service.on().`);
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
  const shapeOf = (path: string) => path.replace(/\{[^}]*\}/g, "{}"); // without the names of its values
  const shapes = left.paths.map(shapeOf);
  return left.method === right.method && right.paths.some((path) => shapes.includes(shapeOf(path)));
}

/**
 * The longer path first, because without a base path the shorter one would match its end. Then the one with fewer values:
 * `/orders/latest` before `/orders/{orderId}`.
 */
function closerFirst(left: { readonly path: string }, right: { readonly path: string }): number {
  const count = (path: string, mark: string) => path.split(mark).length;
  return count(right.path, "/") - count(left.path, "/") || count(left.path, "{") - count(right.path, "{");
}

function matchSegments(expected: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = decoded(segments[index] as string);
    if (!segment) return undefined;
    if (part.startsWith("{")) values[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
