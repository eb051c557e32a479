import { setTimeout } from "node:timers/promises";
import type { Peer } from "../../../test/faults/peer.js";
import { lost, row, timedOut, type Verdict, whole } from "../../../test/faults/row.js";
import { atFarEndOf, ip, loseWayBack } from "./far-peer.js";

const POLL_MS = 10;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(POLL_MS);
}

/** Breaks the link's way back after the first call, and acts when the second request has arrived. */
const breaking =
  (link: number, act: () => void = () => {}) =>
  async ({ seen }: Peer) => {
    await until(() => seen.requests === 1); // the far end may report this after its response
    loseWayBack(link);
    void until(() => seen.requests === 2).then(act);
  };

/** A row about a link whose way back is lost. */
const losing = (name: string, link: number, due: Verdict, act?: () => void, timeoutMs = 20_000) =>
  row(`the way back is lost, ${name}`, atFarEndOf(link), due, { meanwhile: breaking(link, act), call: { timeoutMs } });

const unreachable = () => ip("route", "add", "unreachable", "10.9.2.2/32");
const down = () => ip("link", "set", "near3", "down");

/** Established connections over links that break after the request has arrived. Some errors prove something only while connecting. */
export const linkRows = [
  losing("until the system gives up", 1, lost(whole, { cause: "ETIMEDOUT" })),
  losing("and then the route", 2, lost(whole, { cause: "EHOSTUNREACH" }), unreachable),
  losing("and then the link", 3, lost(whole, { cause: "ENETUNREACH" }), down),
  losing("until the deadline", 4, timedOut(), undefined, 1_000),
];
