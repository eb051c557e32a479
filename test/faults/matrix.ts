import { beforeAll, expect, test } from "vitest";
import { trustTestAuthority } from "../support/certificates.js";
import { way } from "../support/way.js";
import { type Observation, observeAll } from "./observe.js";
import { type Row, type Verdict, verdictsFor } from "./row.js";

declare module "vitest" {
  interface TaskMeta {
    /** How many were played. */
    faults?: number;
  }
}

const major = Number.parseInt(process.versions.node, 10);

const hasLeft = ({ verdict, requestsWritten, bytesWritten }: Observation) =>
  verdict.saw !== "none" || requestsWritten > 0 || bytesWritten > 0;
const isRepeated = ({ row, verdict }: Observation) =>
  verdict.outcome === "not_sent" && verdict.code === "connection" && row.serverTalksFirst !== true;
const triesOf = (each: Observation) => (isRepeated(each) ? 1 + (each.row.call?.maxRetries ?? 2) : 1);

/** What no capture may do, after any fault. */
const never: Readonly<Record<string, (each: Observation) => boolean>> = {
  "is not_sent although a byte of its request was written or came": (each) =>
    each.verdict.outcome === "not_sent" && hasLeft(each),
  "writes its request twice": ({ verdict, requestsWritten }) => verdict.requests > 1 || requestsWritten > 1,
  "is tried again without proof that it was unsent, or too seldom with proof": (each) =>
    each.verdict.class !== "result" && each.attempts > 0 && each.attempts !== triesOf(each),
  "keeps more of a response than allowed": ({ verdict }) => (verdict.kept ?? "").length > 1_048_576,
  "has a request come that Node did not report as written": ({ verdict, requestsWritten }) =>
    verdict.saw !== "none" && requestsWritten === 0,
  "is unknown without a received byte and without a reason": (each) =>
    each.verdict.outcome === "unknown" && each.verdict.saw === "none" && each.row.unprovable === undefined,
  "leaves a connection open": ({ row, open }) => open > 0 && !(way === "fetch" && row.isKeptByFetch),
};

/** Finalizes against the fault of each row, over this run's transport, and tests how it ended. */
export function testMatrix(rows: readonly Row[]): void {
  const played = rows.filter((row) => verdictsFor(row, way).length > 0 && major >= (row.since ?? 0));

  beforeAll(trustTestAuthority);

  // One test, because a mutation run counts for a test only what runs in it, and all faults are played at once.
  test("after each fault, a capture ends as the row says, and breaks no rule", async ({ task }) => {
    const unhandled: unknown[] = [];
    process.on("unhandledRejection", (reason) => unhandled.push(reason));
    const observations = await observeAll(played);
    task.meta.faults = observations.length;

    for (const each of observations) expect.soft(each.verdict, each.row.name).toMatchObject(dueFor(each));
    for (const [rule, isBroken] of Object.entries(never)) {
      expect.soft(namesOf(observations.filter(isBroken)), `a capture ${rule}`).toEqual([]);
    }
    expect(observations.filter(({ verdict }) => verdict.outcome === "not_sent")).not.toEqual([]);
    await expect.poll(() => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|HTTP/i.test(name))).toEqual([]);
    expect(unhandled).toEqual([]);
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
