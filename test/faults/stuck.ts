import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import type { Peer, StartPeer } from "./peer.js";
import { HOST } from "./servers.js";

/** What the worker reports, one or the other. */
interface News {
  readonly port?: number;
  readonly open?: number;
  readonly bytes?: number;
  readonly isWhole?: boolean;
}

const BACKLOG = 2; // a backlog of 1 takes two connections, on Linux

/** A server that hangs until the call is over. The system accepts connections for it, and keeps what is sent. */
export const stuck: StartPeer = (call) => startStuck(call, 0);

/** The same, with the queue of waiting connections full: a further connection gets no response at all. */
export const stuckAndFull: StartPeer = (call) => startStuck(call, BACKLOG);

async function startStuck(call: { readonly ended: Promise<void> }, fillers: number): Promise<Peer> {
  const awake = new SharedArrayBuffer(4);
  const worker = new Worker(new URL("stuck-worker.mjs", import.meta.url), { workerData: { awake, host: HOST } });
  const [{ port }] = (await once(worker, "message")) as [News];
  const seen = { bytes: 0, requests: 0 };
  let open = 0;
  worker.on("message", (news: News) => {
    const { bytes, isWhole } = news;
    open = news.open ?? open;
    seen.bytes = bytes ?? seen.bytes;
    if (isWhole) seen.requests += 1;
  });
  const waiting: Socket[] = [];
  for (let count = 0; count < fillers; count += 1) {
    waiting.push(connect({ port: port ?? 0, host: HOST }));
    await once(waiting[count] as Socket, "connect");
  }
  void call.ended.then(() => {
    Atomics.store(new Int32Array(awake), 0, 1);
    Atomics.notify(new Int32Array(awake), 0);
    for (const socket of waiting) socket.destroy();
  });
  return {
    origin: `http://${HOST}:${port}`,
    seen,
    connections: [],
    get open() {
      return open;
    },
    close: async () => void (await worker.terminate()),
  };
}
