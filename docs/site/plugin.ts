/** For TypeDoc: the names and groups of the pages, their titles, the links at their ends, and the lines that the search shows. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Application,
  Converter,
  DeclarationReflection,
  type DocumentReflection,
  JSX,
  PageEvent,
  Reflection,
  ReflectionKind,
  RendererEvent,
} from "typedoc";

/** The first group that fits a page's file. */
const groups: readonly (readonly [file: RegExp, group: string])[] = [
  [/guides\/(the-whole-flow|first-capture)/, "Start here"],
  [/reference\//, "Reference"],
  [/guides\//, "How to"],
  [/examples\//, "Examples"],
  [/./, "Background"],
];

const textOf = (page: DocumentReflection) => page.content.map((part) => part.text).join("");

export function load(app: Application): void {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page: DocumentReflection) => {
    const heading = /^# (.*)$/m.exec(textOf(page))?.[1];
    if (heading === undefined) throw new Error(`${page.name} has no heading`);
    const file = page.project.files.getReflectionPath(page) ?? "";
    page.name = heading.replaceAll("`", "");
    page.frontmatter["group"] = groups.find(([pattern]) => pattern.test(file.slice(process.cwd().length)))?.[1];
  });

  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const entry of project.getChildrenByKind(ReflectionKind.Module)) {
      entry.name = entry.name === "index" ? "merchant-payments" : `merchant-payments/${entry.name}`;
    }
    // Node's own statics of Error would come first on the page of each error.
    const ofNode = ["captureStackTrace", "prepareStackTrace", "stackTraceLimit"];
    for (const member of project.getReflectionsByKind(ReflectionKind.ClassMember)) {
      if (ofNode.includes(member.name)) project.removeReflection(member);
    }
  });

  // Members keep the order of the source. A module's many exports are found by their names.
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const { groups = [] } of project.getReflectionsByKind(ReflectionKind.SomeModule) as DeclarationReflection[])
        for (const { children } of groups) children.sort((a, b) => a.name.localeCompare(b.name));
    },
    -200, // after TypeDoc has made the groups
  );

  // The first code takes long, because the rules of its language are compiled for it. A time limit then ends its colours.
  let isWarm = false;
  app.renderer.on(PageEvent.BEGIN, ({ project }: PageEvent) => {
    if (isWarm) return;
    isWarm = true;
    const readme = (project.readme ?? []).map(({ text }) => text).join("");
    for (const [, code = ""] of readme.matchAll(/^```ts\n(.*?)^```$/gms)) {
      const colour = () => app.renderer.markedPlugin.getHighlighted(code, "ts");
      for (let coloured = colour(), before = ""; coloured !== before; coloured = colour()) before = coloured;
    }
  });

  app.renderer.on(PageEvent.END, (page: PageEvent) => {
    page.contents = (page.contents ?? "")
      .replace("<title>", `<title>${beginningOfTitle(page)}`)
      .replace('<div class="col-content"', '<div class="col-content" role="main"')
      .replaceAll("<pre><code", '<pre><code tabindex="0"'); // so that a keyboard can scroll it
  });

  app.renderer.hooks.on("content.end", ({ page, urlTo }) => {
    const pages = page.project.documents ?? [];
    const place = pages.indexOf(page.model as DocumentReflection);
    const link = (to: DocumentReflection | undefined, rel: "prev" | "next") =>
      to && JSX.createElement("a", { href: urlTo(to), rel }, to.name);
    if (place < 0 && page.url !== "index.html") return JSX.createElement(JSX.Fragment, null);
    const links = [link(pages[place - 1], "prev"), link(pages[place + 1], "next")];
    return JSX.createElement("nav", { class: "around", "aria-label": "Previous and next page" }, ...links);
  });

  app.renderer.on(RendererEvent.END, ({ outputDirectory }: RendererEvent) => {
    const { router } = app.renderer;
    const targets = router?.getLinkTargets() ?? [];
    const lines = targets.map((target) => [router?.getFullUrl(target), linesOf(target)] as const);
    const json = JSON.stringify(Object.fromEntries(lines.filter(([, found]) => found.length > 0)));
    writeFileSync(join(outputDirectory, "assets/lines.js"), `window.searchLines = ${json};\n`);
  });
}

/** A class and its namespace have one name, and three pages have the project's: the title says which page it is. */
function beginningOfTitle({ model, url }: PageEvent): string {
  if (url === "modules.html") return "Modules of ";
  if (url === "hierarchy.html") return "Class hierarchy of ";
  if (!(model instanceof DeclarationReflection)) return "";
  const outer = model.parent?.kindOf(ReflectionKind.Namespace) ? `${model.parent.name}.` : "";
  return `${ReflectionKind.singularString(model.kind)} ${outer}`;
}

/** The paragraphs of a page, or the summary of a declaration. */
function linesOf(target: object): string[] {
  if (!(target instanceof Reflection)) return [];
  if (target.isDocument()) {
    const prose = textOf(target).replaceAll(/^```.*?^```$/gms, "");
    const paragraphs = prose.split(/\n\n|\n(?=[-|\d#])/).filter((text) => !text.startsWith("# "));
    return paragraphs.map(withoutMarkdown).filter((line) => line !== "");
  }
  const { comment } = (target.isDeclaration() && target.signatures?.[0]) || target;
  const summary = comment?.getShortSummary(true) ?? [];
  return summary.length === 0 ? [] : [withoutMarkdown(summary.map((part) => part.text).join(""))];
}

const withoutMarkdown = (text: string) =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*#]|<!--.*?-->/g, "")
    .replaceAll(/^\W+|\W*\|$/g, "")
    .replaceAll(" | ", " · ")
    .replaceAll(/\s+/g, " ");
