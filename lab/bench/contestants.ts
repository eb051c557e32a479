/** Who is measured. Each is a file of `clients/`. */
export interface Contestant {
  readonly id: string;
  readonly client: string;
  readonly label: string;
  readonly operation: "finalize" | "order";
  /** Sends through fetch, as a library that also runs outside of Node must. */
  readonly onFetch: boolean;
}

const peer = (client: string, label: string, onFetch: boolean): Contestant => {
  return { id: client, client, label, operation: "finalize", onFetch };
};

export const own = peer("merchant-payments", "merchant-payments", false);
export const ownOrder: Contestant = { ...own, id: "merchant-payments-order", operation: "order" };
export const bareFetch = peer("fetch", "bare fetch", true);
export const bareFetchOrder: Contestant = { ...bareFetch, id: "fetch-order", operation: "order" };
export const stripe = peer("stripe", "stripe", false);

/** They send one request of their own, comparable in size to the finalization. */
export const peers: readonly Contestant[] = [
  peer("undici", "undici.request", false),
  stripe,
  peer("ky", "ky", true),
  peer("stripe-fetch", "stripe, fetch client", true),
  peer("anthropic", "@anthropic-ai/sdk", true),
  peer("square", "square", true),
  peer("paypal", "@paypal/paypal-server-sdk", false),
];

export const callers: readonly Contestant[] = [bareFetch, own, bareFetchOrder, ownOrder, ...peers];

/** Whose start and size are compared: whole libraries. */
export const libraries: readonly Contestant[] = [
  own,
  ...peers.filter(({ id }) => ["stripe", "anthropic", "square", "paypal"].includes(id)),
];
