import { expect, test, vi } from "vitest";

test("where JSON keeps no digits, the first number says which Node it needs", async () => {
  const { parse, stringify } = JSON;
  vi.stubGlobal("JSON", { parse, stringify });
  vi.resetModules();
  const { isJsonNumber, jsonNumber } = await import("../../src/wire/raw-json.js");
  vi.resetModules();
  expect(() => jsonNumber("1.00")).toThrow("merchant-payments requires Node 22");
  expect(() => isJsonNumber(1)).toThrow("merchant-payments requires Node 22");
});
