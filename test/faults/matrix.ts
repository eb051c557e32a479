import { beforeAll, describe, expect, test } from "vitest";
import { trustTestAuthority } from "../support/certificates.js";
import { way } from "../support/way.js";
import { type Capture, finalize } from "./captures.js";
import { type Observation, observeAll } from "./observe.js";
import { type Row, type Verdict, verdictsFor } from "./row.js";
import { hasLeft, isUnproven, tallied } from "./tally.js";

const major = Number.parseInt(process.versions.node, 10);

/** Plays all rows with this call over this run's way to the network, and tests what came of them. */
export function testMatrix(rows: readonly Row[], capture: Capture = finalize): void {
  const played = rows.filter((row) => verdictsFor(row, way).length > 0 && major >= (row.since ?? 0));
  const observations: Observation[] = [];
  const unhandled: unknown[] = [];

  beforeAll(trustTestAuthority);
  beforeAll(async () => {
    process.on("unhandledRejection", (reason) => unhandled.push(reason));
    observations.push(...(await observeAll(played, capture)));
  }, 120_000);

  test.for(played.map(({ name }) => name))("%s", (name, { task }) => {
    const observed = observations.find(({ row }) => row.name === name);
    if (observed === undefined) throw new Error("the row was not played");
    task.meta.fault = tallied(observed, way);

    expect(observed.verdict).toMatchObject(dueFor(observed));
  });

  describe("of all calls", () => {
    test("none is called unsent of whose request a byte was written or came", () => {
      const unsent = observations.filter(({ verdict }) => verdict.outcome === "not_sent");

      expect(unsent).not.toEqual([]);
      expect(namesOf(unsent.filter(hasLeft))).toEqual([]);
    });

    test("none is written or comes twice", () => {
      const twice = observations.filter(({ verdict, requestsWritten }) => verdict.requests > 1 || requestsWritten > 1);

      expect(namesOf(twice)).toEqual([]);
    });

    test("each that is proven unsent is tried again, and no other", () => {
      const tries = ({ row, verdict }: Observation) =>
        verdict.outcome === "not_sent" && verdict.code === "connection" ? 1 + (row.call?.maxRetries ?? 2) : 1;
      const ended = observations.filter(({ verdict, attempts }) => verdict.class !== "result" && attempts > 0);

      expect(namesOf(ended.filter((each) => each.attempts !== tries(each)))).toEqual([]);
    });

    test("none keeps more of a response than it may have", () => {
      const keeping = observations.filter(({ verdict }) => (verdict.kept ?? "").length > 1_048_576);

      expect(namesOf(keeping)).toEqual([]);
    });

    test("none comes of which Node knows nothing", () => {
      const unseen = observations.filter(
        ({ verdict, requestsWritten }) => verdict.saw !== "none" && requestsWritten === 0,
      );

      expect(namesOf(unseen)).toEqual([]);
    });

    test("those that are unknown though nothing came have a reason", () => {
      const unexplained = observations.filter((each) => isUnproven(each) && each.row.unprovable === undefined);

      expect(namesOf(unexplained)).toEqual([]);
    });

    test("none leaves a connection open", async () => {
      const leaving = observations.filter(({ row, open }) => open > 0 && !(way === "fetch" && row.isKeptByFetch));

      expect(namesOf(leaving)).toEqual([]);
      await expect
        .poll(() => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|HTTP/i.test(name)))
        .toEqual([]);
    });

    test("none leaves a rejected promise that nobody listens to", () => {
      expect(unhandled).toEqual([]);
    });
  });
}

/** Of verdicts that are all true, the one for what came about; any one where none of them did. */
function dueFor({ row, verdict }: Observation): Verdict {
  const [first, ...others] = verdictsFor(row, way);
  const due = others.find((each) => each.class === verdict.class && each.saw === verdict.saw) ?? first;
  if (due === undefined) throw new Error("a row says what is due");
  return due;
}

const namesOf = (some: readonly Observation[]) => some.map(({ row }) => row.name);
