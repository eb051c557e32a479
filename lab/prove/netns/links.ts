import { setTimeout } from "node:timers/promises";
import type { Peer } from "../../../test/faults/peer.js";
import { lost, type Row, row, timedOut, whole } from "../../../test/faults/row.js";
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

const call = { timeoutMs: 20_000 };
const unreachable = () => ip("route", "add", "unreachable", "10.9.2.2/32");
const down = () => ip("link", "set", "near3", "down");

/** Established connections over links that break after the request has arrived. Some errors prove something only while connecting. */
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
