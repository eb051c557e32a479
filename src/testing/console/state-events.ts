/** Live updates as server-sent events. */
import { sleep } from "../service/http/waiting.js";

// One call makes several changes, and a burst of calls hundreds. Changes within this time are sent as one.
const gapMs = 50;

/**
 * Sends the state at once and after every change. A slow reader gets only the newest state.
 *
 * @param subscribe - Takes the function to call at each change, and returns the function that unsubscribes it.
 */
export function stateEvents(subscribe: (changed: () => void) => () => void, state: () => object): Response {
  const cancelled = new AbortController();
  let change = Promise.withResolvers<void>();
  let pauseMs = 0;
  change.resolve(); // the first state is sent at once
  const unsubscribe = subscribe(() => change.resolve());
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        await change.promise;
        await sleep(pauseMs, cancelled.signal);
        if (cancelled.signal.aborted) return;
        change = Promise.withResolvers();
        pauseMs = gapMs;
        controller.enqueue(new TextEncoder().encode(`retry: 1000\nevent: state\ndata: ${JSON.stringify(state())}\n\n`));
      },
      cancel() {
        unsubscribe();
        cancelled.abort();
        change.resolve();
      },
    },
    { highWaterMark: 0 }, // nothing is read ahead of the reader
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
