/** Bodies that do not come as they should. */
import { connectionBroken } from "./network-errors.js";

export type BodyPace =
  | { readonly kind: "stallBody" | "truncate" }
  | {
      readonly kind: "trickle";
      readonly everyMs: number;
      /** Hears whether all of it came, or the caller gave up before. */
      readonly over: (delivered: boolean) => void;
    };

const PIECES = 10;

// Nothing is read ahead: a break would overtake the half that comes before it, and a piece would count as taken.
const onDemand = { highWaterMark: 0 };

/** The bytes as a body that stalls, breaks off or trickles. */
export function paced(bytes: Uint8Array<ArrayBuffer>, pace: BodyPace): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (pace.kind === "trickle") return trickling(bytes, pace);
  const half = bytes.slice(0, Math.ceil(bytes.byteLength / 2));
  let isSent = false;
  return new ReadableStream(
    {
      async pull(controller) {
        if (!isSent) controller.enqueue(half);
        else if (pace.kind === "stallBody") await new Promise(() => undefined);
        else controller.error(connectionBroken("terminated"));
        isSent = true;
      },
    },
    onDemand,
  );
}

function trickling(
  bytes: Uint8Array<ArrayBuffer>,
  { everyMs, over }: Extract<BodyPace, { kind: "trickle" }>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const size = Math.ceil(bytes.byteLength / PIECES);
  const cancelled = new AbortController();
  let offset = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        await sleep(everyMs, cancelled.signal);
        if (cancelled.signal.aborted) return;
        controller.enqueue(bytes.slice(offset, offset + size));
        offset += size;
        if (offset < bytes.byteLength) return;
        over(true);
        controller.close();
      },
      cancel() {
        over(false);
        cancelled.abort();
      },
    },
    onDemand,
  );
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
