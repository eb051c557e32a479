/** Reads what a run left behind: the shop's dispatch, the merchant's journal and the service's books. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { files } from "../dispatch.ts";
import type { Belief, Books, Received } from "./books.ts";

/** A line of the merchant's journal. */
export interface JournalLine {
  readonly id: string;
  readonly state: string;
  readonly why?: string;
  readonly transactionId?: string;
  readonly by?: string;
}

/** A request as the service received it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly fault?: string;
  readonly delivered: boolean;
}

interface DueLine {
  readonly id: string;
  readonly transactionId: string;
  readonly totalAmount: string;
  readonly currencyCode: string;
  readonly paymentMethod: string;
}

interface Finalization {
  readonly transactionId: string;
  readonly authorizationId: string;
  readonly totalAmount: string;
  readonly pending: boolean;
}

export interface Evidence {
  readonly due: readonly DueLine[];
  readonly journal: readonly JournalLine[];
  readonly finalizations: readonly Finalization[];
  readonly requests: readonly ReceivedRequest[];
  /** How often the service was away. */
  readonly outages: number;
}

export function readEvidence(folder: string): Evidence {
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const { shipments } = JSON.parse(read(files.dispatch)) as { shipments: DueLine[][] };
  const { finalizations, requests, outages } = JSON.parse(read(files.service)) as Omit<Evidence, "due" | "journal">;
  const lines = read(files.journal).trimEnd().split("\n");
  const journal = lines.map((line) => JSON.parse(line) as JournalLine);
  return { due: shipments.flat(), journal, finalizations, requests: requests.filter(once), outages };
}

/** A request that the network doubled is recorded twice, once of them without an answer to anyone. */
function once({ fault = "", delivered }: ReceivedRequest): boolean {
  return !fault.startsWith("duplicate") || delivered;
}

export function booksOf({ due, journal, finalizations, requests }: Evidence): Books {
  return {
    due: due.map(({ id, transactionId, totalAmount, currencyCode }) => {
      return { id, authorization: transactionId, amount: totalAmount, currency: currencyCode };
    }),
    merchant: beliefsOf(journal),
    service: finalizations.map(({ transactionId, authorizationId, totalAmount, pending }) => {
      return { capture: transactionId, authorization: authorizationId, amount: totalAmount, pending };
    }),
    received: requests.map(({ path }) => captureOf(path)),
  };
}

function captureOf(path: string): Received {
  const [, authorization, amount] = /transactions\/(\d+)\/finalize\/([\d.]+)$/.exec(path) ?? [];
  if (authorization === undefined || amount === undefined) throw new Error(`${path} is no path of a capture.`);
  return { authorization, amount };
}

const beliefs: Readonly<Record<string, Belief["belief"]>> = {
  captured: "captured",
  pending: "pending",
  refused: "not captured",
  bug: "not captured",
  open: "not captured",
};

/** Each end that a capture came to: one, if all is well. What is on its way to an end counts where no end follows. */
function beliefsOf(journal: readonly JournalLine[]): Belief[] {
  return [...Map.groupBy(journal, ({ id }) => id).values()].flatMap((lines) => {
    const ends = lines.filter(({ state }) => state in beliefs);
    return (ends.length > 0 ? ends : lines.slice(-1)).map(({ id, state, transactionId }) => {
      return { id, belief: beliefs[state] ?? "does not know", capture: transactionId };
    });
  });
}
