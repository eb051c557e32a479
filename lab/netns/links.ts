import { setTimeout } from "node:timers/promises";
import type { Peer } from "../../test/faults/peer.js";
import { lost, type Row, timedOut, whole } from "../../test/faults/row.js";
import { atFarEndOf, ip, loseWayBack } from "./far-peer.js";

const POLL_MS = 10;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(POLL_MS);
}

/** Loses the way back after the first call, and does what else breaks as soon as the second request has come. */
const breaking =
  (link: number, act: () => void = () => {}) =>
  async ({ seen }: Peer) => {
    await until(() => seen.requests === 1); // the far end may tell so later than it answers
    loseWayBack(link);
    void until(() => seen.requests === 2).then(act);
  };

const call = { timeoutMs: 20_000 };

/**
 * Connections that stand, over links that break. The request comes, and of the very errors that prove something while
 * connecting each comes afterwards too.
 */
export const linkRows: readonly Row[] = [
  {
    name: "the way back is lost, until the system gives up",
    server: atFarEndOf(1),
    meanwhile: breaking(1),
    call,
    both: { ...lost, ...whole, cause: "ETIMEDOUT" },
  },
  {
    name: "the way back is lost, and then the route",
    server: atFarEndOf(2),
    meanwhile: breaking(2, () => ip("route", "add", "unreachable", "10.9.2.2/32")),
    call,
    both: { ...lost, ...whole, cause: "EHOSTUNREACH" },
  },
  {
    name: "the way back is lost, and then the link",
    server: atFarEndOf(3),
    meanwhile: breaking(3, () => ip("link", "set", "near3", "down")),
    call,
    both: { ...lost, ...whole, cause: "ENETUNREACH" },
  },
  {
    name: "the way back is lost, until the deadline",
    server: atFarEndOf(4),
    meanwhile: breaking(4),
    call: { timeoutMs: 1_000 },
    both: { ...timedOut, ...whole },
  },
];
