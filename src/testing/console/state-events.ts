/** Live updates of the page, as server-sent events. */
import type { FakePaymentService } from "../service/fake-payment-service.js";

// One call makes several changes, and a burst of calls hundreds. Changes within this time are sent as one.
const gapMs = 50;

/** Sends the state at once and after every change. A slow reader gets only the newest state. */
export function stateEvents(service: Pick<FakePaymentService, "subscribe">, state: () => object): Response {
  let change = Promise.withResolvers<void>();
  let pause: Promise<unknown> | undefined;
  let isCancelled = false;
  change.resolve(); // the first state is sent at once
  const unsubscribe = service.subscribe(() => change.resolve());
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        await change.promise;
        await pause;
        if (isCancelled) return;
        change = Promise.withResolvers();
        pause = new Promise((resolve) => setTimeout(resolve, gapMs).unref?.());
        controller.enqueue(new TextEncoder().encode(`retry: 1000\nevent: state\ndata: ${JSON.stringify(state())}\n\n`));
      },
      cancel() {
        isCancelled = true;
        unsubscribe();
        change.resolve();
      },
    },
    { highWaterMark: 0 }, // nothing is read ahead of the reader
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
