// Writes the tables of options, rules and status keys on the pages from the code: `npm run tables`. Each row's
// text stands only in its docstring.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { statusCatalogue } from "../src/errors/status-catalogue.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** The tables of a page, each by the name in the comments around it. */
const tables: Readonly<Record<string, Readonly<Record<string, () => readonly string[]>>>> = {
  "docs/guides/options.md": {
    PaymentClientOptions: () => optionTable("src/options/client-options.ts", "PaymentClientOptions"),
    assumptions: () => ruleTable("src/errors/assumptions.ts", "assumptions"),
  },
  "docs/guides/once-reference.md": {
    OnceOptions: () => optionTable("src/once/options.ts", "OnceOptions"),
  },
  "docs/errors/payment-service-error.md": {
    statusCatalogue: () => statusTable(),
  },
};

export const pagesWithTables = Object.keys(tables);

/** Returns the page with its tables as the code says. */
export function withTables(page: string): string {
  return Object.entries(tables[page] ?? {}).reduce((text, [name, rows]) => {
    const [start, end] = [`<!-- table: ${name} -->`, `<!-- /table: ${name} -->`];
    const [before, rest = ""] = text.split(`${start}\n`);
    const [, after] = rest.split(end);
    if (after === undefined) throw new Error(`${page} has no place for the table ${name}`);
    return `${before}${start}\n${rows().join("\n")}\n${end}${after}`;
  }, textOf(page));
}

const rowOf = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) => [
  rowOf(...head),
  `|${"---|".repeat(head.length)}`,
  ...rows.map((cells) => rowOf(...cells)),
];

function optionTable(file: string, name: string): readonly string[] {
  const rows = fieldsOf(file, name).map((each) => [each.name, each.defaultValue, each.summary]);
  return tableOf(["option", "default", "what it does"], rows);
}

/** From a docstring with one line "- `name`: rule" for each rule. */
function ruleTable(file: string, name: string): readonly string[] {
  const listed = docOf(declarationOf(file, name)).text.matchAll(/^- (`\w+`): (.*(?:\n {2}.*)*)/gm);
  return tableOf(
    ["rule", "name in `waive`"],
    [...listed].map(([, rule = "", text = ""]) => [inCell(text), rule]),
  );
}

/** The keys of failures. */
function statusTable(): readonly string[] {
  const failures = Object.entries(statusCatalogue).filter(([key]) => key !== "SUCCESS" && key !== "PENDING");
  const rows = failures.map(([key, { meaning, advice }]) => [`\`${key}\``, `\`${meaning}\``, inCell(advice)]);
  return tableOf(["`statusKey`", "`meaning`", "what to do"], rows);
}

interface Field {
  readonly name: string;
  /** The first paragraph of its docstring. */
  readonly summary: string;
  readonly defaultValue: string;
}

/** The fields of an interface, in their order. */
function fieldsOf(file: string, name: string): readonly Field[] {
  const { members } = declarationOf(file, name) as ts.InterfaceDeclaration;
  return members.map((member) => {
    const { text, defaultValue } = docOf(member);
    const [summary = ""] = text.split("\n\n");
    return { name: `\`${member.name?.getText()}\``, summary: inCell(summary), defaultValue };
  });
}

/** An interface, or a statement that declares a constant. */
function declarationOf(file: string, name: string): ts.Statement {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((statement) =>
    ts.isInterfaceDeclaration(statement)
      ? statement.name.text === name
      : ts.isVariableStatement(statement) && statement.declarationList.declarations[0]?.name.getText() === name,
  );
  if (found === undefined) throw new Error(`${file} declares no ${name}`);
  return found;
}

function docOf(node: ts.Node): { readonly text: string; readonly defaultValue: string } {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const tag = doc?.tags?.find(({ tagName }) => tagName.text === "defaultValue");
  const given = ts.getTextOfJSDocComment(tag?.comment) ?? "";
  return {
    text: ts.getTextOfJSDocComment(doc?.comment) ?? "",
    defaultValue: /^(?:[[{"\d]|true$|false$)/.test(given) ? `\`${given}\`` : given,
  };
}

/** The text of a docstring as a cell: one line, a link as code. */
const inCell = (text: string) =>
  text
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .replace(/(?<!\.\.)\.$/, "");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of pagesWithTables) writeFileSync(`${root}${page}`, withTables(page));
}
