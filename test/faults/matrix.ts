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
  const unhandled: unknown[] = [];
  let playing: Promise<readonly Observation[]> | undefined;
  const observed = () => (playing ??= observeAll(played, capture));

  beforeAll(trustTestAuthority);
  beforeAll(() => {
    process.on("unhandledRejection", (reason) => unhandled.push(reason));
  });

  describe("over all faults", { timeout: 120_000 }, () => {
    test("a capture ends in a true outcome, as the fault's row says", async ({ task }) => {
      const observations = await observed();
      task.meta.faults = observations.map((each) => tallied(each, way));

      for (const each of observations) expect.soft(each.verdict, each.row.name).toMatchObject(dueFor(each));
    });

    test("none is not_sent if a byte of its request was written or came", async () => {
      const observations = await observed();
      const unsent = observations.filter(({ verdict }) => verdict.outcome === "not_sent");

      expect(unsent).not.toEqual([]);
      expect(namesOf(unsent.filter(hasLeft))).toEqual([]);
    });

    test("no request is written or comes twice", async () => {
      const observations = await observed();
      const twice = observations.filter(({ verdict, requestsWritten }) => verdict.requests > 1 || requestsWritten > 1);

      expect(namesOf(twice)).toEqual([]);
    });

    test("every attempt that is proven unsent is repeated unless the server talked first, and no other", async () => {
      const observations = await observed();
      const isRepeated = ({ row, verdict }: Observation) =>
        verdict.outcome === "not_sent" && verdict.code === "connection" && row.serverTalksFirst !== true;
      const tries = (each: Observation) => (isRepeated(each) ? 1 + (each.row.call?.maxRetries ?? 2) : 1);
      const ended = observations.filter(({ verdict, attempts }) => verdict.class !== "result" && attempts > 0);

      expect(namesOf(ended.filter((each) => each.attempts !== tries(each)))).toEqual([]);
    });

    test("no error keeps more of a response than allowed", async () => {
      const observations = await observed();
      const keeping = observations.filter(({ verdict }) => (verdict.kept ?? "").length > 1_048_576);

      expect(namesOf(keeping)).toEqual([]);
    });

    test("no request comes that Node did not report as written", async () => {
      const observations = await observed();
      const unseen = observations.filter(
        ({ verdict, requestsWritten }) => verdict.saw !== "none" && requestsWritten === 0,
      );

      expect(namesOf(unseen)).toEqual([]);
    });

    test("every unknown outcome without a received byte has a reason", async () => {
      const observations = await observed();
      const unexplained = observations.filter((each) => isUnproven(each) && each.row.unprovable === undefined);

      expect(namesOf(unexplained)).toEqual([]);
    });

    test("no connection is left open", async () => {
      const observations = await observed();
      const leaving = observations.filter(({ row, open }) => open > 0 && !(way === "fetch" && row.isKeptByFetch));

      expect(namesOf(leaving)).toEqual([]);
      await expect
        .poll(() => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|HTTP/i.test(name)))
        .toEqual([]);
    });

    test("no rejected promise is left that nobody listens to", async () => {
      await observed();
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
