import { execFileSync } from "node:child_process";
import { tool } from "./cell.ts";

export interface NodeUnderTest {
  readonly name: string;
  readonly path: string;
}

/** The oldest supported Node, the one of development, and the newest. */
export const nodes: readonly NodeUnderTest[] = [tool("node22/bin/node"), process.execPath, tool("node26/bin/node")].map(
  (path) => ({
    path,
    name: `Node ${execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }).trim()}`,
  }),
);
