import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** One cell of the matrix. It fails if `run` throws. */
export interface Cell {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  run(): Promise<unknown>;
}

/** The folders of the consumers, and the fake on a loopback port. */
export interface Site {
  /** The packed library and its dependencies, nothing else. */
  readonly bare: string;
  /** The same with MSW 3, OpenTelemetry's API and Node's types. */
  readonly typed: string;
  /** The same with MSW 2 and Node's types. */
  readonly msw2: string;
  /** A new empty folder. */
  readonly fresh: (name: string) => string;
  readonly tarball: string;
  readonly fakeUrl: string;
  /** Nobody listens there. */
  readonly goneUrl: string;
}

export const tool = (path: string): string => join(import.meta.dirname, "node_modules", path);

export function versionOf(name: string): string {
  return (JSON.parse(readFileSync(tool(`${name}/package.json`), "utf8")) as { version: string }).version;
}

const { seenOnNode } = createRequire(import.meta.url)("./consumers/seen-on-node.cjs") as { seenOnNode: object };

/** The result of a checkout, on a runtime that reports a refused connection in this way. */
export const seenWith = (nobodyListens: "not_sent" | "unknown"): object => ({ ...seenOnNode, nobodyListens });
