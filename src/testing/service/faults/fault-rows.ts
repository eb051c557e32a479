/** Every fault in one row: what it does to a call, which adapter cannot play it, and the words of the page. */
import { type Call, halve, instead, lose, replace, respond } from "../http/call.js";
import { type Delivery, respondWith } from "../http/delivery.js";
import { sleep } from "../http/waiting.js";
import { after } from "../routes/soon.js";
import { statusKeys } from "../rules/status-catalogue.js";
import type { FakeFault, ResponseKind } from "./faults.js";

/** The ways to reach the fake. */
export type Adapter = "fetch" | "server" | "msw";

type Kind = FakeFault["kind"];
type OfKind<K extends Kind> = FakeFault & { readonly kind: K };
/** How the page asks for a parameter of a fault; one that is left out has its default. */
export type FaultParameter = { readonly label: string; readonly required?: true; readonly defaultValue?: number } & (
  | { readonly type: "number" | "text" | "checkbox"; readonly options?: never }
  /** Labels by value. */
  | { readonly type?: never; readonly options: Readonly<Record<string, string>> }
);

const keys = Object.fromEntries(Object.keys(statusKeys).map((key) => [key, key]));

export const faultParameters = {
  ms: { label: "Milliseconds", type: "number", defaultValue: 5000 },
  everyMs: { label: "Milliseconds between pieces", type: "number", defaultValue: 500 },
  afterMs: { label: "Milliseconds; empty: when you let it arrive", type: "number" },
  httpStatus: { label: "HTTP status", type: "number", defaultValue: 503 },
  response: { label: "The caller gets", options: { first: "The first response", second: "The second response" } },
  statusKey: { label: "Status key", options: keys, required: true },
  contentType: { label: "Content type; empty: JSON", type: "text" },
  body: { label: "Body", type: "text", required: true },
  envelope: { label: "With the service's envelope", type: "checkbox" },
  committed: { label: "The call is processed", type: "checkbox" },
} satisfies Readonly<Record<string, FaultParameter>>;

type ParameterName = keyof typeof faultParameters;
type Words = readonly [group: string, label: string, description: string, ...ParameterName[]];

interface Row<Fault extends FakeFault> {
  play(call: Call, fault: Fault): Delivery | Promise<Delivery>;
  /** Why an adapter cannot play it. */
  readonly unplayable?: { readonly [Name in Adapter]?: string };
  /** For the page, which shows only what a server can play; the last ones are the fault's parameters. */
  readonly words: Words | null;
  /** The parameter that `fault` takes by itself, before an object with the others. */
  readonly alone?: ParameterName;
}

const [connection, slow, another] = ["Connection", "Slow response", "Another response"] as const;

/** A row of a fault that sends another response. */
const other = (...words: readonly [label: string, description: string, ...ParameterName[]]) => ({
  words: [another, ...words] as const,
  play: async (call: Call, fault: OfKind<ResponseKind>) =>
    replace(call, fault, fault.committed ? await call.process() : undefined),
});

/** In the page's order. A kind of fault without a row does not compile. */
export const faultRows: { readonly [K in Kind]: Row<OfKind<K>> } = {
  refuse: {
    play: () => ({ kind: "refused" }), // and not recorded, because nothing was sent
    unplayable: {
      server: "a port that listens cannot refuse a single connection; service.fetch can",
      msw: "MSW cannot carry the system error that proves that nothing was sent; service.fetch can",
    },
    words: null,
  },
  drop: {
    play: (call) => lose(call, "broken"),
    words: [connection, "Break at once", "The connection breaks before the call is processed."],
  },
  loseResponse: {
    play: async (call) => lose(call, "broken", await call.process()),
    words: [connection, "Lose the response", "The call is processed. Its response is lost."],
  },
  truncate: {
    play: async (call) => halve(call, "broken", await call.process()),
    unplayable: { msw: "MSW delivers a body that broke off as a whole one; use service.fetch" },
    words: [connection, "Cut the response", "The call is processed. Its response breaks off."],
  },
  late: {
    play({ hold, process, record }, { name, afterMs }) {
      hold(name, afterMs ?? undefined, () => after(process(), (response) => record(response, { end: "silent" })));
      return { kind: "stalled" };
    },
    words: [connection, "Arrive late", "Processed once its caller has given up.", "afterMs"],
    alone: "afterMs",
  },
  duplicate: {
    async play({ process, record }, { response }) {
      const [first, second] = [await process(), await process()];
      record(first, response === "first" ? undefined : instead(second));
      record(second, response === "first" ? instead(first) : undefined);
      return respondWith(response === "first" ? first : second);
    },
    words: [connection, "Arrive twice", "The service receives the request twice.", "response"],
  },
  delay: {
    async play(call, { ms }) {
      const response = await call.process();
      await sleep(ms, call.signal);
      return respond(call, response);
    },
    words: [slow, "Delay", "The call is processed at once.", "ms"],
    alone: "ms",
  },
  trickle: {
    async play({ process, record }, { kind, everyMs }) {
      const response = await process();
      const cut = { end: "silent", httpStatus: response.httpStatus } as const;
      const onEnd = (delivered: boolean) => record(response, delivered ? undefined : cut);
      return respondWith(response, { kind, everyMs, onEnd });
    },
    words: [slow, "Response in pieces", "The response comes in ten pieces.", "everyMs"],
    alone: "everyMs",
  },
  stallHeaders: {
    play: async (call, { committed }) => lose(call, "silent", committed ? await call.process() : undefined),
    words: [slow, "Never respond", "No response ever comes.", "committed"],
  },
  stallBody: {
    play: async (call) => halve(call, "silent", await call.process()),
    words: [slow, "Stop halfway", "Half of the response comes, then nothing more."],
  },
  html: other("HTML page", "HTTP 200 with HTML, as from a captive portal.", "committed"),
  empty: other("Empty body", "HTTP 200 without a body.", "committed"),
  wrongEnvelope: other("No status object", "HTTP 200 with JSON that has no status object.", "committed"),
  incomplete: {
    async play(call) {
      const response = await call.process();
      return replace(call, { ...response, body: response.statusAlone }, response);
    },
    words: [another, "No amounts", "The call is processed. Ids and amounts are missing."],
  },
  status: {
    ...other("HTTP status", "Another HTTP status.", "httpStatus", "envelope", "committed"),
    alone: "httpStatus",
  },
  response: other("Custom response", "Any status, type and body.", "httpStatus", "contentType", "body", "committed"),
  error: {
    async play(call, { statusKey, committed }) {
      const response = committed ? await call.process() : undefined;
      return replace(call, call.rejectedWith(statusKey), response);
    },
    words: [another, "Rejection", "The service rejects the call.", "statusKey", "committed"],
    alone: "statusKey",
  },
};

/** @param given - The fault that strikes the call; undefined if none does. */
export async function playFault(given: FakeFault | undefined, call: Call): Promise<Delivery> {
  if (given === undefined) return respond(call, await call.process());
  const row: Row<FakeFault> = faultRows[given.kind];
  return row.play(call, given);
}

const adapterNames = { fetch: "service.fetch", server: "the loopback server", msw: "MSW" };

/** @throws Error with the reason if the adapter cannot play the fault. */
export function checkPlayable(given: FakeFault, adapter: Adapter): void {
  const isHidden = "httpStatus" in given && given.httpStatus === 407 && adapter !== "server";
  const reason = isHidden
    ? "fetch fails on HTTP 407 and never gives it to its caller; use the loopback server"
    : faultRows[given.kind].unplayable?.[adapter];
  if (reason === undefined) return;
  throw new Error(`The fault "${given.name}" cannot be played through ${adapterNames[adapter]}: ${reason}.`);
}
