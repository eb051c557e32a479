import type { FakeFault } from "../service/faults/faults.js";
import { statusKeys } from "../service/rules/status-catalogue.js";

const rejections = statusKeys.filter((key) => key !== "SUCCESS" && key !== "PENDING");

/** How the page asks for a parameter of a fault. `options` are labels by value. */
export const faultControls = {
  ms: { label: "Milliseconds", type: "number", defaultValue: 5000 },
  everyMs: { label: "Milliseconds between pieces", type: "number", defaultValue: 500 },
  afterMs: { label: "Milliseconds; empty: when you let it arrive", type: "number" },
  httpStatus: { label: "HTTP status", type: "number", defaultValue: 503 },
  response: { label: "The caller gets", options: { first: "The first response", second: "The second response" } },
  statusKey: { label: "Status key", options: Object.fromEntries(rejections.map((key) => [key, key])), required: true },
  contentType: { label: "Content type; empty: JSON", type: "text" },
  body: { label: "Body", type: "text", required: true },
  envelope: { label: "With the service's envelope", type: "checkbox" },
  committed: { label: "The call is processed", type: "checkbox" },
} as const;

type Playable = Exclude<FakeFault["kind"], "refuse">;
type Row = readonly [group: string, label: string, description: string, ...parameters: (keyof typeof faultControls)[]];

const [connection, slow, another] = ["Connection", "Slow response", "Another response"];

/** The faults that a server can play, in the page's order. One without a row does not compile. */
export const playableFaults: { readonly [Name in Playable]: Row } = {
  drop: [connection, "Break at once", "The connection breaks before the call is processed."],
  loseResponse: [connection, "Lose the response", "The call is processed. Its response is lost."],
  truncate: [connection, "Cut the response", "The call is processed. Its response breaks off."],
  late: [connection, "Arrive late", "Processed once its caller has given up.", "afterMs"],
  duplicate: [connection, "Arrive twice", "The service receives the request twice.", "response"],
  delay: [slow, "Delay", "The call is processed at once.", "ms"],
  trickle: [slow, "Response in pieces", "The response comes in ten pieces.", "everyMs"],
  stallHeaders: [slow, "Never respond", "No response ever comes.", "committed"],
  stallBody: [slow, "Stop halfway", "Half of the response comes, then nothing more."],
  html: [another, "HTML page", "HTTP 200 with HTML, as from a captive portal.", "committed"],
  empty: [another, "Empty body", "HTTP 200 without a body.", "committed"],
  wrongEnvelope: [another, "No status object", "HTTP 200 with JSON that has no status object.", "committed"],
  incomplete: [another, "No amounts", "The call is processed. Ids and amounts are missing."],
  status: [another, "HTTP status", "Another HTTP status.", "httpStatus", "envelope", "committed"],
  response: [another, "Custom response", "Any status and body.", "httpStatus", "contentType", "body", "committed"],
  error: [another, "Rejection", "The service rejects the call.", "statusKey", "committed"],
};

export const faultNames = Object.keys(playableFaults) as Playable[];
