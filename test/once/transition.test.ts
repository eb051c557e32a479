/** What a change of state keeps, and what it begins anew. */
import { expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { held, moved, pauseAfter, reopened, replaced } from "../../src/once/rules/transition.js";
import { MINUTE, record, request, terms } from "./records.js";

test("the pauses grow, and none is longer than the time after which a person is asked", () => {
  const minutes = (personAfterMs: number) =>
    [0, 1, 2, 3, 4].map((pauses) => pauseAfter(pauses, { ...terms, personAfterMs }) / MINUTE);
  expect(minutes(terms.personAfterMs)).toEqual([1, 5, 15, 60, 60]);
  expect(minutes(10 * MINUTE)).toEqual([1, 5, 10, 10, 10]);
});

test("each change to another closed state is a new closing", () => {
  const since = { stateSince: 1, hookCause: { name: "Error" } };
  const own = record("captured", { ...since, closing: 1, pauses: 2 });
  expect(moved(own, "captured", 5)).toMatchObject({ ...since, closing: 1, pauses: 2 });
  expect(moved(own, "queued", 5)).toMatchObject({ closing: 1, pauses: 2, stateSince: 5, hookCause: undefined });
  expect(moved(own, "not_captured", 5)).toMatchObject({ closing: 2, pauses: 0, stateSince: 5, hookCause: undefined });
});

test("a capture that `book` may have written keeps its closing, by which books are unique", () => {
  const tried = record("parked", { closing: 1, isBookTried: true });
  expect(moved(tried, "captured", 5).closing).toBe(1);
  expect(moved(tried, "not_captured", 5).closing).toBe(2);
  expect(moved({ ...tried, isBookTried: false }, "captured", 5).closing).toBe(2);
});

test("the age of a key that is opened again counts anew", () => {
  const old = record("queued", { isOverdue: true, isAged: true, pauses: 3, rejections: 2 });
  const anew = { isOverdue: false, isAged: false, pauses: 0, rejections: 0, openSince: 9, personAt: 9 };
  expect(reopened(old, 9)).toMatchObject(anew);
});

const given = (expiresAt: number | undefined, authorizationId = "A-1") =>
  ({ key: "K-1", authorizationId, request, expiresAt }) as const;

test.each<[string, number | undefined, Parameters<typeof replaced>[1]]>([
  ["as before", 7, given(undefined)],
  ["as given", 8, given(8)],
  ["never, as far as known, of another authorization", undefined, given(undefined, "A-2")],
])("a replaced request expires %s", (_, expiresAt, by) => {
  expect(replaced(record("rejected", { expiresAt: 7 }), by, { at: 9 }).expiresAt).toBe(expiresAt);
});

test("a new request has nothing of the old one's responses, but stays in the books", () => {
  const told: Partial<OnceRecord> = { unlistedKey: "CARD_EXPIRED", acceptsAnother: true, recorded: "captured" };
  const own = record("rejected", { ...told, reason: "because", advice: "Look", finalization: { batchId: "B-1" } });
  const next = replaced(own, given(undefined), { at: 9, by: "Åsa" });
  const none = { unlistedKey: undefined, reason: undefined, advice: undefined, finalization: {} };
  expect(next).toMatchObject({ ...none, acceptsAnother: false, recorded: "captured", factsAt: 9, isFromPerson: true });
});

test("a key that is sent again was first sent before, and stays in the books", () => {
  const own = record("unknown", { firstSentAt: 1, recorded: "captured" });
  const sent = { firstSentAt: 1, lastSentAt: 9, attempts: 2, recorded: "captured" };
  expect(held(own, "mine", 9, terms)).toMatchObject(sent);
  expect(held({ ...own, recorded: "failed" }, "mine", 9, terms).recorded).toBeUndefined();
});
