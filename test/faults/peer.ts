import type { Socket } from "node:net";

/** The other end of a call: it misbehaves as a row of the matrix says, and counts what really came. */
export interface Peer {
  /** For a client's `baseUrl`. */
  readonly origin: string;
  readonly seen: Seen;
  readonly connections: readonly Connected[];
  /** How many connections somebody still holds. */
  readonly open: number;
  close(): Promise<void>;
}

/** What has come so far. Of what is encrypted, what was decrypted counts. */
export interface Seen {
  /** All bytes of requests, also of one that did not come whole. */
  bytes: number;
  /** Requests that came whole. */
  requests: number;
}

/** A connection, as far as those who are not its script may act on it. */
export interface Connected {
  readonly socket: Socket;
  /** What is under TLS; the same without. */
  readonly raw: Socket;
}

/** The call that is made to a peer, as far as the peer has to do with it. */
export interface CallHandle {
  /** The caller gives up. */
  abort(): void;
  /** Resolves when the call is over. */
  readonly ended: Promise<void>;
}

/** Starts a peer for one call. */
export type StartPeer = (call: CallHandle) => Promise<Peer>;

/** Where nobody counts, because nobody is there. */
export function nobodyAt(origin: string): Peer {
  return { origin, seen: { bytes: 0, requests: 0 }, connections: [], open: 0, close: async () => {} };
}

/** A peer that is there together with others, whose counts are added to its own. */
export function together(front: Peer, ...others: readonly Peer[]): Peer {
  const all = [front, ...others];
  return {
    origin: front.origin,
    connections: front.connections,
    seen: {
      get bytes() {
        return all.reduce((sum, { seen }) => sum + seen.bytes, 0);
      },
      get requests() {
        return all.reduce((sum, { seen }) => sum + seen.requests, 0);
      },
    },
    get open() {
      return all.reduce((sum, { open }) => sum + open, 0);
    },
    close: async () => void (await Promise.all(all.map((peer) => peer.close()))),
  };
}
