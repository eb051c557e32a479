/** The clients to measure. */
export interface Contestant {
  readonly name: string;
  /** A file of `clients/`. */
  readonly client: string;
  /** The folder of the built library, for our own client. */
  readonly build?: string;
  /** An SDK or HTTP client that sends through fetch. */
  readonly sdkOnFetch?: true;
  /** Left out of a run with --quick. */
  readonly fullOnly?: true;
}

export const root = new URL("../../..", import.meta.url).pathname;

export const bareFetch: Contestant = { name: "bare fetch", client: "fetch" };

/** The same client in a second process. The distance of its ratio from 1 is noise. */
export const fetchAgain: Contestant = { name: "bare fetch, again", client: "fetch" };

export const own: Contestant = { name: "**merchant-payments**", client: "merchant-payments", build: root };

export const stripe: Contestant = { name: "stripe, node:http", client: "stripe" };

export const others: readonly Contestant[] = [
  { name: "merchant-payments, `fetch` given", client: "merchant-payments-fetch", build: root, fullOnly: true },
  { name: "bare `http.request`: the floor", client: "http-request" },
  stripe,
  { name: "stripe, fetch", client: "stripe-fetch", sdkOnFetch: true, fullOnly: true },
  { name: "ky", client: "ky", sdkOnFetch: true, fullOnly: true },
  { name: "axios, fetch adapter", client: "axios-fetch", sdkOnFetch: true, fullOnly: true },
  { name: "@anthropic-ai/sdk", client: "anthropic", sdkOnFetch: true, fullOnly: true },
];

/** A build of another version, given with --against. */
export function earlierBuild(folder: string, version: string): Contestant {
  return { name: `merchant-payments at ${version}`, client: "merchant-payments", build: folder };
}
