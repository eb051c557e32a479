// Installs examples/shop-backend with the packed library, as a consumer would, and runs its type-check and its tests.
//
// The example pins exact versions and has no lock file: a lock would hold the tarball's integrity, and so go stale
// with every build.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const shop = mkdtempSync(join(tmpdir(), "shop-backend-")); // outside the repository, whose node_modules it must not find

// npm runs on the first node of the PATH, and under an older one it silently picks older versions.
const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;

function npm(cwd: string, ...args: string[]): void {
  execFileSync("npm", args, { cwd, env: { ...process.env, PATH }, stdio: "inherit" });
}

try {
  npm(root, "run", "--silent", "build");
  npm(root, "pack", "--silent", "--pack-destination", shop);
  const [tarball = ""] = globSync(join(shop, "*.tgz"));
  renameSync(tarball, join(shop, "merchant-payments.tgz"));

  cpSync(join(root, "examples/shop-backend"), shop, {
    recursive: true,
    filter: (path) => !["node_modules", "package-lock.json"].includes(basename(path)) && !path.endsWith(".tgz"),
  });
  npm(shop, "install", "--no-package-lock");
  npm(shop, "run", "typecheck");
  npm(shop, "test");
} catch (error) {
  console.error(String(error)); // "Command failed: npm …", below what that command said
  process.exitCode = 1;
} finally {
  rmSync(shop, { recursive: true, force: true });
}
