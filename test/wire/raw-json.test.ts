import { expect, test, vi } from "vitest";

const needed = "merchant-payments requires Node 24.5 or later, or Node 22 from 22.21";

async function firstUse() {
  vi.resetModules();
  const { isJsonNumber, jsonNumber } = await import("../../src/wire/json.js");
  vi.resetModules();
  return [() => jsonNumber("1.00"), () => isJsonNumber(1)];
}

test("where JSON keeps no digits, the first number says which Node it needs", async () => {
  const { parse, stringify } = JSON;
  vi.stubGlobal("JSON", { parse, stringify });
  for (const use of await firstUse()) expect(use).toThrow(needed);
});

test.each(["22.20.0", "23.11.1", "24.4.1"])("Node %s is too old, because it reads no proxy", async (node) => {
  vi.spyOn(process, "versions", "get").mockReturnValue({ ...process.versions, node });
  for (const use of await firstUse()) expect(use).toThrow(needed);
});

test("a runtime that only claims to be an old Node is supported", async () => {
  vi.stubGlobal("Bun", {});
  vi.spyOn(process, "versions", "get").mockReturnValue({ ...process.versions, node: "20.0.0" });
  for (const use of await firstUse()) expect(use).not.toThrow();
});

test.each(["22.21.0", "24.5.0", "25.0.0", "26.10.0"])("Node %s is new enough", async (node) => {
  vi.spyOn(process, "versions", "get").mockReturnValue({ ...process.versions, node });
  for (const use of await firstUse()) expect(use).not.toThrow();
});
