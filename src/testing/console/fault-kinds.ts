/** The faults that a server can play: what each does, in words, and its parameters. The page shows this list. */
import type { ArmedFault } from "../service/faults/fault-script.js";
import { type Fault, type FaultTiming, fault } from "../service/faults/faults.js";
import { type RejectionKey, statusKeys } from "../service/rules/status-catalogue.js";

/** How a form asks for a parameter; one that is left out has its default. */
export type FaultParameter = { readonly label: string; readonly required?: true; readonly defaultValue?: number } & (
  | { readonly type: "number" | "text" | "checkbox"; readonly options?: never }
  /** Labels by value. */
  | { readonly type?: never; readonly options: Readonly<Record<string, string>> }
);

const keys = Object.fromEntries(Object.keys(statusKeys).map((key) => [key, key]));

const faultParameters = {
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

type Values = FaultTiming & {
  readonly afterMs?: number;
  readonly httpStatus?: number;
  readonly statusKey: RejectionKey;
};

type Row = readonly [
  label: string,
  description: string,
  parameters: readonly (keyof typeof faultParameters)[],
  make: (values: never) => Fault,
];

const status = ({ httpStatus = 503, ...rest }: Values) => fault.status(httpStatus, rest);
const error = ({ statusKey, ...rest }: Values) => fault.error(statusKey, rest);

const groups: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  Connection: {
    drop: ["Break at once", "The connection breaks before the call is processed.", [], () => fault.drop],
    loseResponse: ["Lose the response", "The call is processed. Its response is lost.", [], () => fault.loseResponse],
    truncate: ["Cut the response", "The call is processed. Its response breaks off.", [], () => fault.truncate],
    late: ["Arrive late", "Processed once its caller has given up.", ["afterMs"], (v: Values) => fault.late(v.afterMs)],
    duplicate: ["Arrive twice", "The service receives the request twice.", ["response"], fault.duplicate],
  },
  "Slow response": {
    delay: ["Delay", "The call is processed at once.", ["ms"], ({ ms = 5000 }) => fault.delay(ms)],
    trickle: ["Pieces", "It comes in ten pieces.", ["everyMs"], ({ everyMs = 500 }) => fault.trickle(everyMs)],
    stallHeaders: ["Never respond", "No response ever comes.", ["committed"], fault.stallHeaders],
    stallBody: ["Stop halfway", "Half of the response comes, then nothing more.", [], () => fault.stallBody],
  },
  "Another response": {
    html: ["HTML page", "HTTP 200 with HTML, as from a captive portal.", ["committed"], fault.html],
    empty: ["Empty body", "HTTP 200 without a body.", ["committed"], fault.empty],
    wrongEnvelope: ["No status", "HTTP 200 with JSON that has no status.", ["committed"], fault.wrongEnvelope],
    incomplete: ["No amounts", "The call is processed. Ids and amounts are missing.", [], () => fault.incomplete],
    status: ["HTTP status", "Another HTTP status.", ["httpStatus", "envelope", "committed"], status],
    response: ["Other", "Any response.", ["httpStatus", "contentType", "body", "committed"], fault.response],
    error: ["Rejection", "The service rejects the call.", ["statusKey", "committed"], error],
  },
};

/** All faults that a server can play, by their names in the control API. */
export const faultKinds = Object.entries(groups).flatMap(([group, rows]) =>
  Object.entries(rows).map(([name, [label, description, names, make]]) => {
    const parameters = Object.fromEntries(names.map((each): [string, FaultParameter] => [each, faultParameters[each]]));
    return { name, group, label, description, parameters, make };
  }),
);

/** What is armed, each fault by its whole name. */
export type ArmedByName = ReturnType<typeof armedByName>;

export function armedByName(armed: ArmedFault) {
  if (armed.when === "random") return { ...armed, faults: armed.faults.map(({ name }) => name) };
  return { ...armed, fault: armed.fault.name };
}
