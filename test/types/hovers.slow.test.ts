/** What an editor shows over a name: the docstring alone, without the pages. */
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/repository.js";

const file = `${root}test/types/hovered.ts`;
const text = `
import type { PaymentClient } from "merchant-payments";
import type { OnceEntry } from "merchant-payments/once";
declare const capture: OnceEntry;
declare const payments: PaymentClient;
[capture.state, capture.waitsFor, payments.createOrder, payments.finalize];
`;

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
const service = ts.createLanguageService({
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => {
    const content = name === file ? text : ts.sys.readFile(name);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

function hoverOver(name: string): string {
  const { documentation, tags } =
    service.getQuickInfoAtPosition(file, text.indexOf(name) + name.indexOf(".") + 1) ?? {};
  const inTags = (tags ?? []).map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`);
  return [ts.displayPartsToString(documentation), ...inTags].join("\n");
}

test.each(["queued", "sending", "unknown", "pending", "captured", "rejected", "not_captured", "parked"])(
  "the hover over a capture's state says what %s means",
  (state) => {
    expect(hoverOver("capture.state")).toMatch(new RegExp(`- \`${state}\`: \\w`));
  },
);

test.each(["nobody", "sweep", "person"])("the hover over waitsFor says what %s means", (owner) => {
  expect(hoverOver("capture.waitsFor")).toMatch(new RegExp(`- \`${owner}\`: \\w`));
});

test.each(["createOrder", "finalize"])("the hover over %s has an example", (method) => {
  expect(hoverOver(`payments.${method}`)).toContain(`await payments.${method}(`);
});

test("the hover over createOrder names the fields that each form requires", () => {
  const required = ["orderNumber", "totalAmount", "currencyCode", "lineItems", "billTo"];
  expect(required.filter((field) => !hoverOver("payments.createOrder").includes(`\`${field}\``))).toEqual([]);
});
