/** Builds the library before the slow tests, some of which use it as it is published, unless it was built since the last change. */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { root } from "./repository.js";

const changedAt = (file: string) => statSync(`${root}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export default function buildIfChanged(): void {
  const builtAt = changedAt("dist/testing/msw.d.cts"); // the file that a build writes last
  const sources = globSync(["src/**/*.*", "*.ts", "package.json"], { cwd: root });
  if (sources.every((file) => changedAt(file) < builtAt)) return;
  execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
}
