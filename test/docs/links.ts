import { dirname, join, normalize } from "node:path";

/** The files that a link may lead to, by their paths from the top. */
export interface Reachable {
  /** Whether there is such a file or folder. */
  has(path: string): boolean;
  /** The text of a page; undefined if the file is not a page. */
  textOf(path: string): string | undefined;
}

/** The text without its code, in which a bracket is no link. */
const prose = (text: string) => text.replace(/^( *)```.*?^\1```$/gms, "").replace(/`[^`\n]*`/g, "``");

export const linksOf = (text: string): string[] =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, inText, inHtml]) => inText ?? inHtml ?? "",
  );

/** The anchors that GitHub gives a page's headings. */
function anchorsOf(page: string): string[] {
  const text = page.replace(/^```.*?^```$/gms, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** What is wrong with a link of a page; undefined if nothing is. */
function faultOf(page: string, link: string, reachable: Reachable): string | undefined {
  if (/^[a-z]+:/.test(link))
    return /^https:\/\/[\w.-]+\.[a-z]+(\/\S*)?$/.test(link) ? undefined : "is no https address";
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (path.startsWith("/") || target.startsWith("..")) return "leaves the folder";
  if (!reachable.has(target)) return "leads to no file";
  if (anchor === undefined) return undefined;
  return anchorsOf(reachable.textOf(target) ?? "").includes(anchor) ? undefined : "leads to no heading";
}

/** The links of a page that lead nowhere, each with its fault. */
export function deadLinksOf(page: string, reachable: Reachable): [link: string, fault: string][] {
  return linksOf(reachable.textOf(page) ?? "").flatMap((link) => {
    const fault = faultOf(page, link, reachable);
    return fault === undefined ? [] : [[link, fault] as [string, string]];
  });
}
