/** The tarball as `npm pack` makes it, unpacked. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../support/repository.js";

interface Packed {
  /** Path and text of every file. */
  readonly files: ReadonlyMap<string, string>;
  readonly unpackedBytes: number;
}

/** Needs the built package: `npm run build`. */
export function packed(): Packed {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  try {
    const told = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: root,
      encoding: "utf8",
    });
    const [tarball] = JSON.parse(told) as [{ filename: string; unpackedSize: number; files: { path: string }[] }];
    execFileSync("tar", ["-xzf", join(folder, tarball.filename), "-C", folder]);
    const files = tarball.files.map(({ path }) => [path, readFileSync(join(folder, "package", path), "utf8")] as const);
    return { files: new Map(files), unpackedBytes: tarball.unpackedSize };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
