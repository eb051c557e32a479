/** Bodies that stall, break off or trickle. */
import { connectionBroken } from "./network-errors.js";
import { sleep } from "./waiting.js";

type Bytes = Uint8Array<ArrayBuffer>;

export type Pace =
  | { readonly kind: "stallBody" | "truncate" }
  | {
      readonly kind: "trickle";
      readonly everyMs: number;
      /** Is called with whether the caller read all of the body, or gave up before. */
      readonly onEnd: (delivered: boolean) => void;
    };

const pieceCount = 10;

/** The part of a body that arrives if it stalls or breaks off. */
export function halfOf(body: string): string {
  const bytes = new TextEncoder().encode(body);
  return new TextDecoder().decode(bytes.slice(0, Math.ceil(bytes.byteLength / 2)));
}

// Nothing is read ahead: an error would overtake the half before it, and a piece would count as read.
const onDemand = (source: UnderlyingDefaultSource<Bytes>) => new ReadableStream(source, { highWaterMark: 0 });

export function pacedBody(bytes: Bytes, pace: Pace): ReadableStream<Bytes> {
  return pace.kind === "trickle" ? tricklingBody(bytes, pace) : halfBody(bytes, pace.kind);
}

function halfBody(bytes: Bytes, end: "stallBody" | "truncate"): ReadableStream<Bytes> {
  let isSent = false;
  return onDemand({
    async pull(controller) {
      if (!isSent) controller.enqueue(bytes.slice(0, Math.ceil(bytes.byteLength / 2)));
      else if (end === "stallBody") await new Promise(() => undefined);
      else controller.error(connectionBroken("terminated"));
      isSent = true;
    },
  });
}

function tricklingBody(bytes: Bytes, { everyMs, onEnd }: Extract<Pace, { kind: "trickle" }>): ReadableStream<Bytes> {
  const pieceSize = Math.ceil(bytes.byteLength / pieceCount);
  const cancelled = new AbortController();
  let offset = 0;
  return onDemand({
    async pull(controller) {
      await sleep(everyMs, cancelled.signal);
      if (cancelled.signal.aborted) return;
      controller.enqueue(bytes.slice(offset, offset + pieceSize));
      offset += pieceSize;
      if (offset < bytes.byteLength) return;
      onEnd(true);
      controller.close();
    },
    cancel() {
      onEnd(false);
      cancelled.abort();
    },
  });
}
