/** What each fault does to a call, and which adapter cannot play it. */
import { type Delivery, halfBody, halfOf, respondWith, type Sendable, tricklingBody } from "../http/delivery.js";
import type { ReceivedInstead } from "../http/recorded-request.js";
import type { WrittenResponse } from "../http/service-response.js";
import { after, type Soon } from "../routes/fake-route.js";
import type { FakeClock } from "../state/clock.js";
import type { FakeFault } from "./faults.js";

/** A call in progress. */
export interface Call {
  /** Lets the service process the call. */
  process(): Soon<WrittenResponse>;
  /** The response by which the service would reject the call. */
  rejectedWith(statusKey: string): WrittenResponse;
  /**
   * Keeps the request with the service's response; there is none if the call was not processed.
   *
   * @param received - What the caller received instead; left out if it received the response.
   */
  record(response: WrittenResponse | undefined, received?: ReceivedInstead): void;
  /** Delays the request until its caller has given up, and until this time of the clock or `deliverLate`. */
  hold(name: string, until: number | undefined, arrive: () => Soon<void>): void;
  readonly clock: FakeClock;
  /** When it was received, by `FakeClock.passed`. */
  readonly begun: number;
  /** The caller's signal. */
  readonly signal: AbortSignal;
}

/** The connection breaks, or nothing more arrives. */
type End = "broken" | "silent";

/** @param fault - The fault that strikes the call; undefined if none does. */
export async function playFault(fault: FakeFault | undefined, call: Call): Promise<Delivery> {
  const { process, record, clock, begun, signal } = call;
  const respond = (response: WrittenResponse) => {
    record(response, signal.aborted ? { end: "silent" } : undefined);
    return respondWith(response);
  };
  const lose = (end: End, response?: WrittenResponse): Delivery => {
    record(response, { end });
    return { kind: end === "broken" ? "dropped" : "stalled" };
  };
  const halve = (end: End, response: WrittenResponse) => {
    record(response, { end, httpStatus: response.httpStatus, body: halfOf(response.body) });
    return respondWith(response, (bytes) => halfBody(bytes, end));
  };
  const replace = (other: Sendable, response?: WrittenResponse) => {
    record(response, instead(other));
    return respondWith(other);
  };

  switch (fault?.kind) {
    case undefined:
      return respond(await process());
    case "refuse":
      return { kind: "refused" }; // and not recorded, because nothing was sent
    case "drop":
      return lose("broken");
    case "loseResponse":
      return lose("broken", await process());
    case "stallHeaders":
      return lose("silent", fault.committed ? await process() : undefined);
    case "truncate":
      return halve("broken", await process());
    case "stallBody":
      return halve("silent", await process());
    case "late": {
      const until = fault.afterMs === null ? undefined : begun + fault.afterMs;
      call.hold(fault.name, until, () => after(process(), (response) => record(response, { end: "silent" })));
      return { kind: "stalled" };
    }
    case "duplicate": {
      const [first, second] = [await process(), await process()];
      const isFirst = fault.response === "first";
      record(first, isFirst ? undefined : instead(second));
      record(second, isFirst ? instead(first) : undefined);
      return respondWith(isFirst ? first : second);
    }
    case "delay": {
      const response = await process();
      await clock.waitUntil(begun + fault.ms, signal);
      return respond(response);
    }
    case "trickle": {
      const response = await process();
      const cut = { end: "silent", httpStatus: response.httpStatus } as const;
      const wait = (piece: number, given: AbortSignal) => clock.waitUntil(begun + piece * fault.everyMs, given);
      const onEnd = (delivered: boolean) => record(response, delivered ? undefined : cut);
      return respondWith(response, (bytes) => tricklingBody(bytes, wait, onEnd));
    }
    case "incomplete": {
      const response = await process();
      return replace({ ...response, body: response.statusAlone }, response);
    }
    case "error": {
      const response = fault.committed ? await process() : undefined;
      return replace(call.rejectedWith(fault.statusKey), response);
    }
    case "html":
    case "empty":
    case "wrongEnvelope":
    case "status":
    case "response":
      return replace(fault, fault.committed ? await process() : undefined);
  }
}

/** What the caller receives, if that is another response. */
const instead = ({ httpStatus, body }: Sendable) => ({ end: "responded", httpStatus, body }) as const;

/** The ways to reach the fake. */
export type Adapter = "fetch" | "server" | "msw";

const adapterNames = { fetch: "service.fetch", server: "the loopback server", msw: "MSW" };

/** @throws Error with the reason if the adapter cannot play the fault. */
export function checkPlayable(given: FakeFault, adapter: Adapter): void {
  const reason = whyUnplayable(given, adapter);
  if (reason === undefined) return;
  throw new Error(`The fault "${given.name}" cannot be played through ${adapterNames[adapter]}: ${reason}.`);
}

function whyUnplayable(given: FakeFault, adapter: Adapter): string | undefined {
  if (given.kind === "refuse" && adapter === "server")
    return "a port that listens cannot refuse a single connection; service.fetch can";
  if (given.kind === "refuse" && adapter === "msw")
    return "MSW cannot carry the system error that proves that nothing was sent; service.fetch can";
  if (given.kind === "truncate" && adapter === "msw")
    return "MSW delivers a body that broke off as a whole one; use service.fetch";
  if ("httpStatus" in given && given.httpStatus === 407 && adapter !== "server")
    return "fetch fails on HTTP 407 and never gives it to its caller; use the loopback server";
  return undefined;
}
