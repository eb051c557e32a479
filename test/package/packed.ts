/** The tarball as it would be published, unpacked. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedReadme } from "../../scripts/packed-readme.js";
import { jsonOf, root, textOf } from "../support/repository.js";

interface Packed {
  /** Path and text of every file. */
  readonly files: ReadonlyMap<string, string>;
  readonly unpackedBytes: number;
}

/**
 * Needs the built package: `npm run build`. Packs a copy, because packing changes the README for a moment, and other tests
 * read it.
 */
export function packed(): Packed {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  try {
    const copy = join(folder, "copy");
    const sources = ["package.json", "LICENSE", "CHANGELOG.md", "SECURITY.md", "dist", "docs", "examples/worklist"];
    for (const path of sources) cpSync(root + path, join(copy, path), { recursive: true });
    const { homepage } = jsonOf<{ homepage?: string }>("package.json");
    writeFileSync(join(copy, "README.md"), packedReadme(textOf("README.md"), homepage));
    const told = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: copy,
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
