import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";
import { pages } from "./pages.js";
import { proseFaultsOf } from "./prose.js";

test.each(pages)(
  "%s has short sentences, standard terms, and statements that begin with their subject",
  async (page) => {
    expect(await proseFaultsOf(textOf(page))).toEqual([]);
  },
);
