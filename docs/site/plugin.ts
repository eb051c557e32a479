/** For TypeDoc: a page has its heading as its name, and an entry point the name that it is imported by. */
import { type Application, Converter, type DocumentReflection, ReflectionKind } from "typedoc";

const groups: readonly (readonly [start: string, group: string])[] = [
  ["docs/guides/", "Guides"],
  ["docs/errors/", "Errors"],
  ["docs/decisions/", "Decisions"],
  ["", "About the project"],
];

export function load(app: Application): void {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page: DocumentReflection) => {
    const text = page.content.map((part) => part.text).join("");
    const heading = /^# (.*)$/m.exec(text)?.[1];
    if (heading === undefined) throw new Error(`${page.name} has no heading`);
    page.name = heading.replaceAll("`", "");
    const file = page.project.files.getReflectionPath(page)?.slice(process.cwd().length + 1) ?? "";
    page.frontmatter["group"] = groups.find(([start]) => file.startsWith(start))?.[1];
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const entry of project.getChildrenByKind(ReflectionKind.Module)) {
      entry.name = entry.name === "index" ? "merchant-payments" : `merchant-payments/${entry.name}`;
    }
  });
}
