import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Journal } from "./merchant/journal.ts";

function emptyPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "journal.jsonl");
}

test("an entry is in the file once it is written, and known to the next life", async () => {
  const path = emptyPath();
  const journal = await Journal.open(path);
  await journal.write({ id: "tea", state: "intent" });
  expect(readFileSync(path, "utf8")).toBe('{"id":"tea","state":"intent"}\n');
  await Promise.all([
    journal.write({ id: "tea", state: "captured" }),
    journal.write({ id: "pot", state: "intent" }),
    journal.write({ id: "pot", state: "not_sent" }),
  ]);
  await journal.close();

  const next = await Journal.open(path);
  expect(next.last("tea")).toEqual({ id: "tea", state: "captured" });
  expect(next.last("pot")).toEqual({ id: "pot", state: "not_sent" });
  expect(next.last("jam")).toBeUndefined();
  await next.close();
});

test("a line that was torn is cut off, and the next one stands on a line of its own", async () => {
  const path = emptyPath();
  appendFileSync(path, '{"id":"té","state":"intent"}\n{"id":"té","sta');

  const journal = await Journal.open(path);
  expect(journal.last("té")).toEqual({ id: "té", state: "intent" });
  await journal.write({ id: "té", state: "parked" });
  await journal.close();

  expect(readFileSync(path, "utf8")).toBe('{"id":"té","state":"intent"}\n{"id":"té","state":"parked"}\n');
});
