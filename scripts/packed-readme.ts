// The README of the tarball. npm shows it on its website, where a relative link leads nowhere: packing makes its links and
// pictures absolute by the `homepage` of package.json, and leaves plain text while there is none. `npm pack` runs this:
// `write` before, and `restore` after.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [readme, kept] = [`${root}README.md`, `${root}node_modules/.README.md`];

/** Returns the README with absolute links, or without links if there is no homepage. */
export function packedReadme(text: string, homepage: string | undefined): string {
  return text.replaceAll(/(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)]*)\)/g, (_, mark: string, words: string, path: string) =>
    homepage === undefined ? words : `${mark}[${words}](${addressOf(homepage, path, mark === "!")})`,
  );
}

/** GitHub shows a page and a picture of a repository at different addresses. */
function addressOf(homepage: string, path: string, isPicture: boolean): string {
  const base = homepage.replace(/#.*$/, "").replace(/\/?$/, "/");
  const isGitHub = new URL(base).host === "github.com";
  return isGitHub ? `${base}${isPicture ? "raw" : "blob"}/HEAD/${path}` : base + path;
}

const [, program, command] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (existsSync(kept)) renameSync(kept, readme); // also after an interrupted `npm pack`
  if (command === "write") {
    const { homepage } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { homepage?: string };
    copyFileSync(readme, kept);
    writeFileSync(readme, packedReadme(readFileSync(readme, "utf8"), homepage));
  }
}
