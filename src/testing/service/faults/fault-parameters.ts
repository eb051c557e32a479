import { statusKeys } from "../rules/status-catalogue.js";

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
