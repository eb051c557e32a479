import { join } from "node:path";

/** A Node to measure on. */
export interface MeasuredNode {
  readonly major: 22 | 24 | 26;
  readonly path: string;
}

const installed = (name: string) => join(import.meta.dirname, "node_modules", name, "bin/node");

/** The one that the library is developed on, and the one that runs the measurements. */
export const main: MeasuredNode = { major: 24, path: process.execPath };

export const all: readonly MeasuredNode[] = [
  { major: 22, path: installed("node22") },
  main,
  { major: 26, path: installed("node26") },
];
