// The README of a release. npm shows it on its website, where a relative link leads nowhere: the release workflow runs this
// in its own checkout, before it packs.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns the README with absolute links and pictures. */
export function packedReadme(text: string, homepage: string): string {
  return text.replaceAll(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)]*)\)/g,
    (_, mark: string, words: string, path: string) => `${mark}[${words}](${addressOf(homepage, path, mark === "!")})`,
  );
}

/** GitHub shows a page and a picture of a repository at different addresses. */
function addressOf(homepage: string, path: string, isPicture: boolean): string {
  const base = homepage.replace(/#.*$/, "").replace(/\/?$/, "/");
  const isGitHub = new URL(base).host === "github.com";
  return isGitHub ? `${base}${isPicture ? "raw" : "blob"}/HEAD/${path}` : base + path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [readme, manifest] = ["../README.md", "../package.json"].map((path) => new URL(path, import.meta.url)) as [
    URL,
    URL,
  ];
  const { homepage } = JSON.parse(readFileSync(manifest, "utf8")) as { homepage: string };
  writeFileSync(readme, packedReadme(readFileSync(readme, "utf8"), homepage));
}
