import { expect, test } from "vitest";
import { rooms } from "../../lab/rooms.js";
import { jsonOf, textOf } from "../support/repository.js";
import { pages } from "./pages.js";

const { scripts } = jsonOf<{ scripts: object }>("package.json");
const labNames = Object.values(rooms).flatMap((programs) => Object.keys(programs));

test.each(pages)("every npm command on %s exists", (page) => {
  const named = [...textOf(page).matchAll(/npm run (?:lab -- ([\w-]+)|([\w:]+))/g)];
  const unknown = named.filter(([, inLab, script = ""]) =>
    inLab === undefined ? !(script in scripts) : !labNames.includes(inLab),
  );
  expect(unknown.map(([command]) => command)).toEqual([]);
});
