// Says what is missing for a release, and fails: `node lab/ship/release/publishable.ts v1.2.3`. The release workflow runs it
// before it packs.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Whether the package can be installed from the registry by its name. The first release sets it to true. */
export const isInRegistry = false;

interface Release {
  readonly tag: string;
  readonly manifest: {
    readonly version: string;
    readonly homepage?: unknown;
    readonly repository?: unknown;
    readonly bugs?: unknown;
  };
  readonly pages: Readonly<Record<"SECURITY.md" | "CHANGELOG.md" | ".github/CODEOWNERS", string>>;
  readonly isInRegistry: boolean;
}

/** Returns what is missing, one text each. */
export function missingFor({ tag, manifest, pages, isInRegistry }: Release): string[] {
  const faults: readonly (readonly [isMissing: boolean, text: string])[] = [
    [tag !== `v${manifest.version}`, `the tag ${tag} does not name the version ${manifest.version} of package.json`],
    [
      manifest.homepage === undefined,
      "package.json has no homepage: the README of the tarball would have relative links",
    ],
    [manifest.repository === undefined, "package.json has no repository: npm rejects the provenance without it"],
    [manifest.bugs === undefined, "package.json has no bugs"],
    [/\*\*Not set\.\*\*/.test(pages["SECURITY.md"]), "SECURITY.md has no address to report a vulnerability to"],
    [pages[".github/CODEOWNERS"].includes("@OWNER"), ".github/CODEOWNERS names no owner"],
    [pages["CHANGELOG.md"].includes("unreleased"), "CHANGELOG.md has a version without a date"],
    [!isInRegistry, "isInRegistry is false, so the README installs from the repository"],
  ];
  return faults.filter(([isMissing]) => isMissing).map(([, text]) => text);
}

const [, program, tag = ""] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const names = ["SECURITY.md", "CHANGELOG.md", ".github/CODEOWNERS"] as const;
  const pages = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Release["pages"];
  const missing = missingFor({ tag, manifest: JSON.parse(textOf("package.json")), pages, isInRegistry });
  for (const text of missing) console.error(text);
  if (missing.length > 0) process.exitCode = 1;
}
