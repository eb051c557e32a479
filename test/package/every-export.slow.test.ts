import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

const consumers = ["every-export", "msw-entry", "telemetry-entry", "once-entry", "check-entry"];

/** The names between the braces of each statement, as they are seen from outside: `a as Amount` is Amount. */
function namesIn(code: string, statement: RegExp): string[] {
  const lists = [...code.matchAll(statement)].map(([, list = ""]) => list.split(","));
  return lists.flat().flatMap((name) => /\S+(?=\s*$)/.exec(name) ?? []);
}

test("every type that a signature reaches can be named", () => {
  const report = textOf("test/package/api/merchant-payments.api.md");
  expect(report.match(/^export (?:interface|type|(?:abstract )?class) /gm)?.length).toBeGreaterThan(50);
  // Internal steps of type computations. No consumer's declaration mentions them: lab/ship/package compiles consumers
  // with `declaration`.
  // PaymentEventBase is what all events share, and PaymentErrorBase what all errors share.
  const bases = ["abstract class PaymentErrorBase", "interface PaymentEventBase"];
  const steps = ["type NumbersIn", "type NumbersRule", ...bases, "type Placeholder"];
  expect(report.match(/^(?:interface|type|(?:abstract )?class) \w+/gm)).toEqual([...steps, "type WithoutNumbers"]);
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
  const imports = new RegExp(`import (?:type )?\\{([^}]*)\\} from "${entry}";`, "g");
  const used = consumers.flatMap((name) => namesIn(textOf(`lab/ship/package/consumers/${name}.ts`), imports));
  expect([...new Set(used)].sort()).toEqual(exported.sort());
});
