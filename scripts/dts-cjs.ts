// Copies dist/**/*.d.ts to *.d.cts and points relative specifiers at .cjs, for CommonJS consumers.
import { globSync, readFileSync, writeFileSync } from "node:fs";

for (const file of globSync("dist/**/*.d.ts")) {
  const text = readFileSync(file, "utf8");
  const copy = text.replace(/((?:from|import)\s*\(?\s*["'])(\.{1,2}\/[^"']*)\.js(["'])/g, "$1$2.cjs$3");
  writeFileSync(file.replace(/\.d\.ts$/, ".d.cts"), copy);
}
