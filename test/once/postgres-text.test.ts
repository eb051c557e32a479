/** Statements of PostgreSQL as text: what a name or a value contains changes nothing else. */
import { expect, test } from "vitest";
import { inlined } from "../../src/once/stores/postgres-session.js";

test("neither a schema nor a value can look like a placeholder, a table or the end of a text", () => {
  const sql = "select document from once_keys where merchant = ? and key = ?";
  expect(inlined([sql, "shop?", "it's \\once_keys?"], 'pay?"s')).toBe(
    `select document from "pay?""s".once_keys where merchant = E'shop?' and key = E'it''s \\\\once_keys?'`,
  );
});
