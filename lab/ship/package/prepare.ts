import { cpSync, globSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../program.ts";

const INSTALL_LIMIT_MS = 300_000;

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Builds and packs, or takes the tarball that `--tarball` names. Returns the path of the tarball in `folder`. */
export async function pack(folder: string): Promise<string> {
  const tarball = join(folder, "merchant-payments.tgz");
  const [, given] = process.argv.slice(process.argv.indexOf("--tarball"));
  if (process.argv.includes("--tarball")) {
    cpSync(given ?? "", tarball);
    return tarball;
  }
  await run(root, "npm", ["pack", "--silent", "--pack-destination", folder]);
  const [packed = ""] = globSync(join(folder, "*.tgz"));
  renameSync(packed, tarball);
  return tarball;
}

/** Installs a project that depends on the tarball, and on what its package.json here adds. Returns its folder. */
export async function installConsumer(kind: string, folder: string, tarball: string): Promise<string> {
  const consumer = join(folder, kind);
  mkdirSync(consumer);
  cpSync(join(import.meta.dirname, kind), consumer, { recursive: true });
  cpSync(join(import.meta.dirname, "consumers"), consumer, { recursive: true });
  cpSync(tarball, join(consumer, "merchant-payments.tgz"));
  // A lock would hold the tarball's integrity, and so go stale with every build.
  await run(consumer, "npm", ["install", "--no-package-lock", "--ignore-scripts"], { limitMs: INSTALL_LIMIT_MS });
  return consumer;
}
