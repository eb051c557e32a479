/** Bodies that do not come as they should. */
import { connectionBroken } from "./broken-connection.js";

export type BodyPace =
  | { readonly kind: "stallBody" | "truncate" }
  | { readonly kind: "trickle"; readonly everyMs: number };

const PIECES = 10;

// Kept from before a test's fake timers: this is no time that a test plays with.
const { setTimeout: nextTurn } = globalThis;

/** The text as a body that stalls, breaks off or trickles. */
export function paced(text: string, pace: BodyPace): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  if (pace.kind === "trickle") return trickling(bytes, pace.everyMs);
  const half = bytes.slice(0, Math.ceil(bytes.byteLength / 2));
  let isSent = false;
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) controller.enqueue(half);
      else if (pace.kind === "stallBody") await new Promise(() => undefined);
      else {
        // A server writes at the end of its turn: a connection that broke before would lose this half too.
        await new Promise((resolve) => nextTurn(resolve, 0));
        controller.error(connectionBroken("terminated"));
      }
      isSent = true;
    },
  });
}

function trickling(bytes: Uint8Array<ArrayBuffer>, everyMs: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const size = Math.ceil(bytes.byteLength / PIECES);
  const cancelled = new AbortController();
  let offset = 0;
  return new ReadableStream({
    async pull(controller) {
      await sleep(everyMs, cancelled.signal);
      controller.enqueue(bytes.slice(offset, offset + size));
      offset += size;
      if (offset >= bytes.byteLength) controller.close();
    },
    cancel: () => cancelled.abort(),
  });
}

/** Waits, but not on after the caller has given up. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
