import { beforeAll, describe, expect, test } from "vitest";
import { trustTestAuthority } from "../support/certificates.js";
import { way } from "../support/way.js";
import { type Capture, finalize } from "./captures.js";
import { type Observation, observeAll } from "./observe.js";
import { type Row, type Verdict, verdictsFor } from "./row.js";
import { hasLeft, isUnproven, tallied } from "./tally.js";

const major = Number.parseInt(process.versions.node, 10);

/** Makes this call against the fault of each row, over this run's transport, and tests how it ended. */
export function testMatrix(rows: readonly Row[], capture: Capture = finalize): void {
  const played = rows.filter((row) => verdictsFor(row, way).length > 0 && major >= (row.since ?? 0));
  const observations: Observation[] = [];
  const unhandled: unknown[] = [];

  beforeAll(trustTestAuthority);
  beforeAll(async () => {
    process.on("unhandledRejection", (reason) => unhandled.push(reason));
    observations.push(...(await observeAll(played, capture)));
  }, 120_000);

  test.for(played.map(({ name }) => name))("a capture ends in a true outcome after %s", (name, { task }) => {
    const observed = observations.find(({ row }) => row.name === name);
    if (observed === undefined) throw new Error("the row was not played");
    task.meta.fault = tallied(observed, way);

    expect(observed.verdict).toMatchObject(dueFor(observed));
  });

  describe("over all captures", () => {
    test("none is not_sent if a byte of its request was written or came", () => {
      const unsent = observations.filter(({ verdict }) => verdict.outcome === "not_sent");

      expect(unsent).not.toEqual([]);
      expect(namesOf(unsent.filter(hasLeft))).toEqual([]);
    });

    test("no request is written or comes twice", () => {
      const twice = observations.filter(({ verdict, requestsWritten }) => verdict.requests > 1 || requestsWritten > 1);

      expect(namesOf(twice)).toEqual([]);
    });

    test("every attempt that is proven unsent is repeated unless the server talked first, and no other", () => {
      const isRepeated = ({ row, verdict }: Observation) =>
        verdict.outcome === "not_sent" && verdict.code === "connection" && row.serverTalksFirst !== true;
      const tries = (each: Observation) => (isRepeated(each) ? 1 + (each.row.call?.maxRetries ?? 2) : 1);
      const ended = observations.filter(({ verdict, attempts }) => verdict.class !== "result" && attempts > 0);

      expect(namesOf(ended.filter((each) => each.attempts !== tries(each)))).toEqual([]);
    });

    test("no error keeps more of a response than allowed", () => {
      const keeping = observations.filter(({ verdict }) => (verdict.kept ?? "").length > 1_048_576);

      expect(namesOf(keeping)).toEqual([]);
    });

    test("no request comes that Node did not report as written", () => {
      const unseen = observations.filter(
        ({ verdict, requestsWritten }) => verdict.saw !== "none" && requestsWritten === 0,
      );

      expect(namesOf(unseen)).toEqual([]);
    });

    test("every unknown outcome without a received byte has a reason", () => {
      const unexplained = observations.filter((each) => isUnproven(each) && each.row.unprovable === undefined);

      expect(namesOf(unexplained)).toEqual([]);
    });

    test("no connection is left open", async () => {
      const leaving = observations.filter(({ row, open }) => open > 0 && !(way === "fetch" && row.isKeptByFetch));

      expect(namesOf(leaving)).toEqual([]);
      await expect
        .poll(() => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|HTTP/i.test(name)))
        .toEqual([]);
    });

    test("no rejected promise is left that nobody listens to", () => {
      expect(unhandled).toEqual([]);
    });
  });
}

/** Returns the allowed verdict that matches what happened, or any one if none matches. */
function dueFor({ row, verdict }: Observation): Verdict {
  const [first, ...others] = verdictsFor(row, way);
  const due = others.find((each) => each.class === verdict.class && each.saw === verdict.saw) ?? first;
  if (due === undefined) throw new Error("a row says what is due");
  return due;
}

const namesOf = (some: readonly Observation[]) => some.map(({ row }) => row.name);
