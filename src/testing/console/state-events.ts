/** Live updates as server-sent events. */
import { sleep } from "../service/http/paced-body.js";

// One call makes several changes, and a burst of calls hundreds: what comes within this time goes out as one.
const gapMs = 50;

/**
 * Sends the state at once and after every change. A slow reader skips states instead of making them wait for it.
 *
 * @param subscribe - Is given what to call at each change, and returns what ends that.
 */
export function stateEvents(subscribe: (changed: () => void) => () => void, state: () => object): Response {
  const ended = new AbortController();
  let isStale = true;
  let isFirst = true;
  let wake = () => {};
  const unsubscribe = subscribe(() => {
    isStale = true;
    wake();
  });
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (!isStale) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (!isFirst) await sleep(gapMs, ended.signal);
        if (ended.signal.aborted) return;
        isStale = false;
        isFirst = false;
        controller.enqueue(new TextEncoder().encode(`retry: 1000\nevent: state\ndata: ${JSON.stringify(state())}\n\n`));
      },
      cancel() {
        unsubscribe();
        ended.abort();
        wake();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
