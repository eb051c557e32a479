import type { CallHandle } from "../support/connection.js";
import type { Peer } from "../support/fault-server.js";

export type { Peer };

/** Starts a peer for one call. */
export type StartPeer = (call: CallHandle) => Promise<Peer>;

/** For a row without a server, where nothing is counted. */
export function nobodyAt(origin: string): Peer {
  return { origin, seen: { bytes: 0, requests: 0 }, connections: [], open: 0, close: async () => {} };
}

/** A peer that stands for two: the counts of the other one are added to its own. */
export function together(front: Peer, other: Peer): Peer {
  return {
    origin: front.origin,
    connections: front.connections,
    get seen() {
      const { bytes, requests } = front.seen;
      return { bytes: bytes + other.seen.bytes, requests: requests + other.seen.requests };
    },
    get open() {
      return front.open + other.open;
    },
    close: async () => void (await Promise.all([front.close(), other.close()])),
  };
}
