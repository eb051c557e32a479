import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

const consumers = ["every-export", "msw-entry", "telemetry-entry", "once-entry", "check-entry"];

/** The names between the braces of each statement, as they are seen from outside: `a as Amount` is Amount. */
function namesIn(code: string, statement: RegExp): string[] {
  const lists = [...code.matchAll(statement)].map(([, list = ""]) => list.split(","));
  return lists.flat().flatMap((name) => /\S+(?=\s*$)/.exec(name) ?? []);
}

test("the main entry exports at most 65 names", () => {
  expect(namesIn(textOf("dist/index.d.ts"), /^export (?:type )?\{([^}]*)\}/gm).length).toBeLessThanOrEqual(65);
});

test.each([
  ["merchant-payments", "dist/index.d.ts"],
  ["merchant-payments/testing", "dist/testing/index.d.ts"],
  ["merchant-payments/check", "dist/check/index.d.ts"],
  ["merchant-payments/once", "dist/once/index.d.ts"],
  ["merchant-payments/once/sqlite", "dist/once/sqlite.d.ts"],
  ["merchant-payments/once/postgres", "dist/once/postgres.d.ts"],
])("the packaging matrix uses every name that %s exports", (entry, declarations) => {
  const exported = namesIn(textOf(declarations), /^export (?:type )?\{([^}]*)\}/gm);
  const imports = new RegExp(`port (?:type )?\\{([^}]*)\\} from "${entry}";`, "g");
  const used = consumers.flatMap((name) => namesIn(textOf(`lab/ship/package/consumers/${name}.ts`), imports));
  expect([...new Set(used)].sort()).toEqual(exported.sort());
});
