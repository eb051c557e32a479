import { expect, it } from "vitest";
import { type Books, compare } from "./audit/books.ts";

const tea = { authorization: "A-1", amount: "40.00" };
const pot = { authorization: "A-1", amount: "60.00" };
const jam = { authorization: "A-2", amount: "1500" };

/** Tea and a pot on one authorization, both captured; jam still under way; a refused cake. */
const agreeing: Books = {
  due: [
    { id: "tea", ...tea, currency: "SEK" },
    { id: "pot", ...pot, currency: "SEK" },
    { id: "jam", ...jam, currency: "JPY" },
    { id: "cake", authorization: "A-3", amount: "9.5", currency: "SEK" },
  ],
  merchant: [
    { id: "tea", belief: "captured", capture: "C-1" },
    { id: "pot", belief: "captured" }, // by an answer without ids
    { id: "jam", belief: "pending", capture: "C-3" },
    { id: "cake", belief: "not captured" },
  ],
  service: [
    { capture: "C-1", ...tea, pending: false },
    { capture: "C-2", authorization: "A-1", amount: "60", pending: false },
    { capture: "C-3", ...jam, pending: true },
  ],
  received: [tea, pot, jam, { authorization: "A-3", amount: "9.50" }],
};

const [teaBelief, potBelief, jamBelief, cakeBelief] = agreeing.merchant;
const teaLine = "tea, 40.00 SEK, authorization A-1";

it("finds nothing in books that agree", () => {
  expect(compare(agreeing)).toEqual([]);
});

it("finds a capture that was made twice", () => {
  const service = [...agreeing.service, { capture: "C-4", ...tea, pending: false }];

  expect(compare({ ...agreeing, service })).toEqual([
    { wrong: "captured twice", what: teaLine },
    {
      wrong: "sum of a currency differs",
      what: "SEK: the merchant has 1000000, the service 1400000, in ten-thousandths",
    },
  ]);
});

it("finds a call that reached the service twice, though it was captured once", () => {
  const received = [...agreeing.received, { authorization: "A-1", amount: "40" }];

  expect(compare({ ...agreeing, received })).toEqual([{ wrong: "sent twice", what: teaLine }]);
});

it("finds a capture of which the merchant knows no end, or two", () => {
  const wrong = "lost: nobody knows";
  const without = agreeing.merchant.filter(({ id }) => id !== "cake");

  expect(compare({ ...agreeing, merchant: without })).toMatchObject([{ wrong }]);
  expect(compare({ ...agreeing, merchant: [...without, { id: "cake", belief: "does not know" }] })).toMatchObject([
    { wrong },
  ]);
  expect(compare({ ...agreeing, merchant: [...agreeing.merchant, { id: "cake", belief: "not captured" }] })).toEqual([
    { wrong, what: "cake, 9.5 SEK, authorization A-3" },
  ]);
});

it("finds a capture that only the merchant believes in", () => {
  const service = agreeing.service.filter(({ capture }) => capture !== "C-1");

  expect(compare({ ...agreeing, service })).toMatchObject([
    { wrong: "captured for the merchant alone", what: teaLine },
    { wrong: "sum of a currency differs" },
  ]);
});

it("finds a capture under another id than the service's, or of another amount", () => {
  const renamed = [{ ...teaBelief, capture: "C-9" }, potBelief, jamBelief, cakeBelief] as Books["merchant"];
  const service = [{ capture: "C-1", ...tea, amount: "40.01", pending: false }, ...agreeing.service.slice(1)];

  expect(compare({ ...agreeing, merchant: renamed })).toEqual([
    { wrong: "captured for the merchant alone", what: teaLine },
  ]);
  expect(compare({ ...agreeing, service })).toMatchObject([
    { wrong: "captured for the merchant alone", what: teaLine },
    { wrong: "captured for the service alone", what: "nothing of 40.01 was due on authorization A-1, capture C-1" },
    { wrong: "sum of a currency differs" },
  ]);
});

it("finds a capture that the merchant does not believe in", () => {
  const service = [...agreeing.service, { capture: "C-4", authorization: "A-3", amount: "9.50", pending: false }];

  expect(compare({ ...agreeing, service })).toMatchObject([
    { wrong: "captured for the service alone", what: "cake, 9.5 SEK, authorization A-3" },
    { wrong: "sum of a currency differs" },
  ]);
});

it("finds what is pending for one side and money for the other", () => {
  const booked = [teaBelief, potBelief, { id: "jam", belief: "captured" }, cakeBelief] as Books["merchant"];
  const settled = [...agreeing.service.slice(0, 2), { capture: "C-3", ...jam, pending: false }];

  expect(compare({ ...agreeing, merchant: booked })).toMatchObject([
    { wrong: "pending taken for money", what: "jam, 1500 JPY, authorization A-2" },
    { wrong: "sum of a currency differs" },
  ]);
  expect(compare({ ...agreeing, service: settled })).toMatchObject([
    { wrong: "captured for the service alone", what: "jam, 1500 JPY, authorization A-2" },
    { wrong: "sum of a currency differs" },
  ]);
});

it("adds up amounts that a float cannot hold", () => {
  const due = [{ id: "ship", authorization: "A-1", amount: "90071992547409.93", currency: "SEK" }];
  const merchant = [{ id: "ship", belief: "captured" }] as const;
  const service = [{ capture: "C-1", authorization: "A-1", amount: "90071992547409.92", pending: false }];

  expect(compare({ due, merchant, service, received: [] }).at(-1)?.what).toBe(
    "SEK: the merchant has 900719925474099300, the service 900719925474099200, in ten-thousandths",
  );
});
