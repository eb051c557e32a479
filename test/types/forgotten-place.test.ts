/** An operation that is added in one place only does not compile. The compiler names the forgotten places. */
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/repository.js";

const sources = `${root}src/`;

/** A temporary operation, and each place that it needs: a file, a text in it, and what to insert after that text. */
const places = {
  name: ["errors/operation-names.ts", '"resolveFinalization"', ', "annul"'],
  record: ["client.ts", "resolveFinalization: resolution", ', annul: { ...finalize, name: "annul" }'],
  advice: ["errors/advice.ts", "Effect, Texts>> = {\n", '  annul: custom(""),\n'],
  method: ["client.ts", "export class PaymentClient {\n", "  declare annul: (input: object) => Promise<object>;\n"],
} as const;

type Place = keyof typeof places;

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options: strict } = ts.parseJsonConfigFileContent(
  { ...config, files: ["src/index.ts"], include: [] },
  ts.sys,
  root,
);
const options = { ...strict, skipLibCheck: true, declaration: false };
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The source files with errors when the operation has been added in these places. */
function filesWithErrors(...added: readonly Place[]): string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, version) => {
    const changes = added.map((place) => places[place]).filter(([path]) => file === sources + path);
    if (changes.length > 0) return ts.createSourceFile(file, withChanges(file, changes), version);
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, version));
    return parsed.get(file);
  };
  const program = ts.createProgram([`${sources}index.ts`], options, host);
  const found = program.getSemanticDiagnostics().map(({ file }) => file?.fileName.replace(sources, "") ?? "");
  return [...new Set(found)].sort();
}

function withChanges(file: string, changes: readonly (typeof places)[Place][]): string {
  return changes.reduce((text, [, before, more]) => {
    expect(text).toContain(before);
    return text.replace(before, before + more);
  }, ts.sys.readFile(file) ?? "");
}

test.each<[forgotten: string, added: Place[], files: string[]]>([
  ["nothing", ["name", "record", "advice", "method"], []],
  ["everything but its name", ["name"], ["client.ts", "errors/advice.ts"]],
  ["its advice", ["name", "record", "method"], ["errors/advice.ts"]],
  ["its record in the client", ["name", "advice", "method"], ["client.ts"]],
  ["its method", ["name", "advice", "record"], ["client.ts"]],
  ["its name", ["record", "advice", "method"], ["client.ts", "errors/advice.ts"]],
])("the compiler finds what a new operation lacks: %s", (_forgotten, added, files) => {
  expect(filesWithErrors(...added)).toEqual(files);
});
