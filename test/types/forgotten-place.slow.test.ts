/** An operation or a fault that is added in one place only does not compile. The compiler names the forgotten places. */
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/repository.js";

const sources = `${root}src/`;

/** A temporary operation and fault, and each place they need: a file, a text in it, and what to insert after it. */
const places = {
  name: ["errors/facts.ts", '"resolveFinalization"', ', "annul"'],
  record: ["client.ts", "finalize, resolveFinalization", ', annul: { ...finalize, name: "annul" }'],
  advice: ["errors/advice.ts", "Effect, Advice>> = {\n", '  annul: custom(""),\n'],
  method: ["payments.ts", "export interface Payments {\n", "  annul(input: object): Promise<object>;\n"],
  body: ["client.ts", "implements Payments {\n", "  declare annul: (input: object) => Promise<object>;\n"],
  route: [
    "testing/service/routes/service-routes.ts",
    'ContractOperationName, Omit<FakeRoute, "name">>> = {\n',
    '  annul: { method: "POST", paths: [], httpStatus: 200, respond: withNumbers as never },\n',
  ],
  kind: ["testing/service/faults/faults.ts", '"truncate" | "incomplete"', ' | "reset"'],
  maker: [
    "testing/service/faults/faults.ts",
    "fault = {\n",
    '  reset: (): FakeFault => ({ kind: "reset", name: "reset" }),\n',
  ],
  play: ["testing/service/faults/play-fault.ts", "switch (fault?.kind) {\n", '    case "reset":\n'],
  row: [
    "testing/console/playable-faults.ts",
    "{ readonly [Name in Playable]: Row } = {\n",
    '  reset: [connection, "Reset", "The connection breaks."],\n',
  ],
} as const;

type Place = keyof typeof places;

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options: strict } = ts.parseJsonConfigFileContent(
  { ...config, files: ["src/index.ts"], include: [] },
  ts.sys,
  root,
);
const options = { ...strict, declaration: false };
const parsed = new Map<string, ts.SourceFile | undefined>();
let last: ts.Program | undefined; // the next one takes over what has not changed

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
  const program = ts.createProgram([`${sources}index.ts`, `${sources}testing/index.ts`], options, host, last);
  last = program;
  const files = program.getSourceFiles().filter(({ fileName }) => namesOperations.test(fileName.replace(sources, "")));
  expect(files.length).toBeGreaterThan(30);
  return files
    .filter((file) => program.getSemanticDiagnostics(file).length > 0)
    .map(({ fileName }) => fileName.replace(sources, ""))
    .sort();
}

/** The rooms whose files name operations or faults. The others take most of the compiler's time. */
const namesOperations = /^(?:client|payments|index)\.ts$|^errors\/|^testing\/(?:console|service\/(?:faults|routes))\//;

function withChanges(file: string, changes: readonly (typeof places)[Place][]): string {
  return changes.reduce((text, [, before, more]) => {
    expect(text).toContain(before);
    return text.replace(before, before + more);
  }, ts.sys.readFile(file) ?? "");
}

const operation: Place[] = ["name", "record", "advice", "method", "body", "route"];
const fault: Place[] = ["kind", "maker", "play", "row"];
const [client, advice, payments] = ["client.ts", "errors/advice.ts", "payments.ts"];
const routes = "testing/service/routes/service-routes.ts";
const [play, faults] = ["testing/service/faults/play-fault.ts", "testing/service/faults/faults.ts"];
const [rows, api] = ["testing/console/playable-faults.ts", "testing/console/control-api.ts"];

test.each<[forgotten: string, added: Place[], files: string[]]>([
  ["nothing of an operation", operation, []],
  ["everything of an operation but its name", ["name"], [client, advice, payments, routes]],
  ["an operation's advice", operation.filter((place) => place !== "advice"), [advice]],
  ["an operation's record in the client", operation.filter((place) => place !== "record"), [client]],
  ["an operation's method in Payments", operation.filter((place) => place !== "method"), [client, payments]],
  ["an operation's method in the client", operation.filter((place) => place !== "body"), [client]],
  ["an operation's route in the fake", operation.filter((place) => place !== "route"), [routes]],
  ["an operation's name", operation.filter((place) => place !== "name"), [client, advice, routes]],
  ["nothing of a fault", fault, []],
  ["everything of a fault but its kind", ["kind"], [api, rows, faults, play]],
  ["what a fault does", ["kind", "maker", "row"], [play]],
  ["a fault's row", ["kind", "maker", "play"], [rows]],
  ["a fault's maker", ["kind", "play", "row"], [api, faults]],
])("the compiler finds what is forgotten: %s", (_forgotten, added, files) => {
  expect(filesWithErrors(...added)).toEqual(files);
});
