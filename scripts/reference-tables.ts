// Writes the tables of options, rules, states and status keys on the pages from the code: `npm run tables`. Each row's
// text stands only there, in most cases in a docstring.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import {
  meaningOfHttp,
  outcomeOf,
  type StatusMeaning,
  statusCatalogue,
  statusMeanings,
} from "../src/errors/status-catalogue.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** The tables of a page, each by the name in the comments around it. */
const tables: Readonly<Record<string, Readonly<Record<string, () => readonly string[]>>>> = {
  "docs/guides/the-whole-flow.md": {
    PaymentMethod: () => methodRuleTable(),
  },
  "docs/reference/options.md": {
    PaymentClientOptions: () => optionTable("src/options/client.ts", "PaymentClientOptions"),
    CallOptions: () => {
      const ofClient = fieldsOf("src/options/client.ts", "PaymentClientOptions").map(({ name }) => name);
      const ofCall = fieldsOf("src/options/call.ts", "CallOptions").filter(({ name }) => !ofClient.includes(name));
      return fieldTable("option", ofCall);
    },
    AuthorizationFacts: () => fieldTable("field", fieldsOf("src/operations/finalization.ts", "AuthorizationFacts")),
    rules: () => ruleTable(),
  },
  "docs/reference/once.md": {
    Once: () => methodTable("src/once/once.ts", "Once"),
    OnceReview: () => methodTable("src/once/review.ts", "OnceReview"),
    OnceState: () => stateTable(),
    OnceOptions: () => optionTable("src/once/options.ts", "OnceOptions"),
  },
  "docs/reference/errors.md": {
    errors: () => errorTable(),
    statusCatalogue: () => statusTable(),
    StatusMeaning: () => meaningTable(),
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

const firstSentence = (text: string) => inCell(/^.*?[^.]\.(?=\s|$)/s.exec(text)?.[0] ?? "");

function optionTable(file: string, name: string): readonly string[] {
  const rows = fieldsOf(file, name).map((each) => [each.name, each.defaultValue, each.summary]);
  return tableOf(["option", "default", "what it does"], rows);
}

function fieldTable(head: string, fields: readonly Field[]): readonly string[] {
  return tableOf(
    [head, "meaning"],
    fields.map((each) => [each.name, each.summary]),
  );
}

/** The methods of a class, each with the first sentence of its docstring. */
function methodTable(file: string, name: string): readonly string[] {
  const { members } = declarationOf(file, name) as ts.ClassDeclaration;
  const methods = members.filter((each) => ts.isMethodDeclaration(each) && ts.isIdentifier(each.name));
  const rows = methods.map((method) => {
    return [`\`${method.name?.getText()}\``, firstSentence(docOf(method).text)];
  });
  return tableOf(["method", "what it does"], rows);
}

/** The rules of each payment method. */
function methodRuleTable(): readonly string[] {
  const methods = itemsOf(docOf(declarationOf("src/model/payment-method.ts", "PaymentMethod")).text);
  return tableOf(
    ["payment method", "rule", "source"],
    methods.map(({ name, note, text }) => [name, text, note ?? "contract"]),
  );
}

/** The rules of lengths, and those that can be turned off. */
function ruleTable(): readonly string[] {
  const assumptions = itemsOf(docOf(declarationOf("src/errors/facts.ts", "assumptions")).text);
  return tableOf(
    ["rule", "source", "name in `waive`"],
    [
      [`Lengths in characters: ${lengths().join(", ")}`, "contract", ""],
      ...assumptions.map(({ name, note, text }) => [text, note ?? "assumption", name]),
    ],
  );
}

const errorFiles = ["validation", "service", "connection", "timeout", "aborted", "response"];

/** The classes of errors, each with the first sentence of its docstring. */
function errorTable(): readonly string[] {
  const rows = errorFiles.map((kind) => {
    const name = `Payment${kind.replace(/^./, (letter) => letter.toUpperCase())}Error`;
    const { members } = declarationOf("src/errors/kinds.ts", name) as ts.ClassDeclaration;
    const typeOf = (field: string) => members.find((each) => each.name?.getText() === field)?.getText() ?? "";
    const texts = (field: string) => [...typeOf(field).matchAll(/"(\w+)"/g)].map(([, text]) => `\`${text}\``);
    const { text } = docOf(declarationOf("src/errors/kinds.ts", name));
    return [
      `\`${name}\``,
      texts("code").join(),
      firstSentence(text).replace(/^Thrown if /, ""),
      texts("outcome").join(", "),
    ];
  });
  return tableOf(["class", "`code`", "thrown if", "`outcome`"], rows);
}

/** The lengths that the contract gives the fields of an order and of a finalization. */
function lengths(): readonly string[] {
  const order = ["SimpleOrder", "DetailedOrder"].flatMap((name) => fieldsOf("src/operations/create-order.ts", name));
  return [...order, ...fieldsOf("src/operations/finalization.ts", "Finalization")].flatMap(({ name, summary }) => {
    const [, length] = /(?<!exactly )\b(\d+(?:-\d+)?) characters/.exec(summary) ?? [];
    return length === undefined ? [] : [`${name} ${length}`];
  });
}

function stateTable(): readonly string[] {
  const state = fieldsOf("src/once/entry.ts", "OnceEntry").find(({ name }) => name === "`state`");
  const rows = itemsOf(state?.text ?? "").map(({ name, text }) => [name, text]);
  return tableOf(["`state`", "meaning"], rows);
}

const failures = Object.entries(statusCatalogue).filter(([key]) => key !== "SUCCESS" && key !== "PENDING");

/** The keys of failures. */
function statusTable(): readonly string[] {
  const rows = failures.map(([key, { meaning, advice }]) => [`\`${key}\``, `\`${meaning}\``, firstSentence(advice)]);
  return tableOf(["`statusKey`", "`meaning`", "what to do"], rows);
}

/** What the meanings of failures say about a call. */
function meaningTable(): readonly string[] {
  const meanings = statusMeanings.filter((meaning) => meaning !== "success" && meaning !== "pending");
  const outcomes = (meaning: StatusMeaning) =>
    (["money", "write"] as const).map((effect) => `\`${outcomeOf(meaning, effect)}\``);
  const known = meanings.map((meaning) => [`\`${meaning}\``, httpKeys(meaning), ...outcomes(meaning)]);
  return tableOf(
    [
      "`meaning`",
      "status keys `HTTP_…`",
      "`outcome` after `finalize` or a custom operation with `money`",
      "after other operations",
    ],
    [...known, ["undefined: no status key, or an undeclared one", "none", "`unknown`", "`rejected`"]],
  );
}

function httpKeys(meaning: StatusMeaning): string {
  if (meaning === "unknown") return "all others";
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
  const keys = statuses.filter((status) => meaningOfHttp(status) === meaning);
  return keys.map((status) => `\`HTTP_${status}\``).join(", ") || "none";
}

interface Field {
  readonly name: string;
  /** Its docstring. */
  readonly text: string;
  /** The first sentence of its docstring. */
  readonly summary: string;
  readonly defaultValue: string;
}

/** The fields of an interface, in their order. */
function fieldsOf(file: string, name: string): readonly Field[] {
  const { members } = declarationOf(file, name) as ts.InterfaceDeclaration;
  return members.map((member) => {
    const { text, defaultValue } = docOf(member);
    return { name: `\`${member.name?.getText()}\``, text, summary: firstSentence(text), defaultValue };
  });
}

/** The items "- name (note): text" of a docstring's list. */
function itemsOf(docstring: string) {
  const items = docstring.matchAll(/^- ([^:(\n]+?)(?: \(([^)]*)\))?: (.*(?:\n {2}.*)*)/gm);
  return [...items].map(([, name = "", note, text = ""]) => ({ name, note, text: inCell(text) }));
}

/** An interface, a type, a class, or a statement that declares a constant. */
function declarationOf(file: string, name: string): ts.Statement {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((statement) =>
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement)
      ? statement.name?.text === name
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
