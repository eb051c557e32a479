// Installs the packages of a folder that has its own, if they are missing or older than its lock file.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

const [name = ""] = process.argv.slice(2);
const folder = join(import.meta.dirname, "..", name);
const changedAt = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt("node_modules/.package-lock.json") < changedAt("package-lock.json")) {
  execFileSync("npm", ["ci"], { cwd: folder, stdio: "inherit" });
}
