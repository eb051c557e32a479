import { setTimeout } from "node:timers/promises";
import type { Peer } from "../../../test/faults/peer.js";
import { lost, type Row, row, timedOut, whole } from "../../../test/faults/row.js";
import { atFarEndOf, ip, loseWayBack } from "./far-peer.js";

const POLL_MS = 10;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(POLL_MS);
}

/** Loses the way back after the first call, and does what else breaks as soon as the second request has come. */
const breaking =
  (link: number, act: () => void = () => {}) =>
  async ({ seen }: Peer) => {
    await until(() => seen.requests === 1); // the far end may tell so later than it responses
    loseWayBack(link);
    void until(() => seen.requests === 2).then(act);
  };

const call = { timeoutMs: 20_000 };
const unreachable = () => ip("route", "add", "unreachable", "10.9.2.2/32");
const down = () => ip("link", "set", "near3", "down");

/**
 * Connections that stand, over links that break. The request comes, and of the very errors that prove something while
 * connecting each comes afterwards too.
 */
export const linkRows: readonly Row[] = [
  row("the way back is lost, until the system gives up", atFarEndOf(1), lost(whole, { cause: "ETIMEDOUT" }), {
    meanwhile: breaking(1),
    call,
  }),
  row("the way back is lost, and then the route", atFarEndOf(2), lost(whole, { cause: "EHOSTUNREACH" }), {
    meanwhile: breaking(2, unreachable),
    call,
  }),
  row("the way back is lost, and then the link", atFarEndOf(3), lost(whole, { cause: "ENETUNREACH" }), {
    meanwhile: breaking(3, down),
    call,
  }),
  row("the way back is lost, until the deadline", atFarEndOf(4), timedOut(), {
    meanwhile: breaking(4),
    call: { timeoutMs: 1_000 },
  }),
];
