// Installs the Nodes, where they are missing or older than the lock file.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

const changedAt = (path: string) => statSync(join(import.meta.dirname, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt("node_modules/.package-lock.json") < changedAt("package-lock.json")) {
  execFileSync("npm", ["ci"], { cwd: import.meta.dirname, stdio: "inherit" });
}
