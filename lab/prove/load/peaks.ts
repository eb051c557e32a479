/** What the client takes at its most: memory of responses in very small pieces, descriptors, sockets. */
import { fileURLToPath } from "node:url";
import { Remote } from "../../remote.ts";

export interface Peaks {
  /** Above what the process has when idle, in bytes. */
  readonly responsesInBytes: { readonly resident: number; readonly heap: number };
  /** Descriptors open after the last of the clients had its response. */
  readonly closedClients: number;
  readonly otherClients: number;
  readonly sockets: number;
}

const RESPONSES_AT_ONCE = 3;
const CLIENTS = 2_000;
const CALLS_AT_ONCE = 5_000;

/** What a client of ours stays within; fetch has neither a limit nor an end of its own. */
const MOST = { residentBytes: 100 * 2 ** 20, descriptors: 0, sockets: 256 };

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** @param way `fetch`, or whatever the client does by itself. */
export async function peaksOf(way: string): Promise<Peaks> {
  const service = new Remote(process.execPath, script("peak-service.ts"));
  const address = await service.ask<string>("address");
  const measure = async <T>(job: string, ...given: unknown[]): Promise<T> => {
    const caller = new Remote(process.execPath, script("peak-caller.ts"), [address, way], ["--expose-gc"]);
    try {
      return await caller.ask<T>(job, ...given);
    } finally {
      caller.stop();
    }
  };
  try {
    await measure("crowd", CALLS_AT_ONCE);
    const sockets = await service.ask<number>("mostConnections");
    const responsesInBytes = await measure<Peaks["responsesInBytes"]>("responsesInBytes", RESPONSES_AT_ONCE);
    const closedClients = await measure<number>("clientsOfOneCall", CLIENTS, true);
    const otherClients = await measure<number>("clientsOfOneCall", CLIENTS, false);
    return { responsesInBytes, closedClients, otherClients, sockets };
  } finally {
    service.stop();
  }
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
const grouped = (count: number) => count.toLocaleString("en-US");

/** The rows of the table. */
export const peakRows: readonly (readonly [label: string, cell: (peaks: Peaks) => string])[] = [
  [
    `memory for ${RESPONSES_AT_ONCE} responses of 1 MB at once, in chunks of one byte: process, heap, MB`,
    ({ responsesInBytes: { resident, heap } }) => `${megabytes(resident)}, ${megabytes(heap)}`,
  ],
  [
    `descriptors held right after ${grouped(CLIENTS)} clients of one call each: closed, not closed`,
    ({ closedClients, otherClients }) => `${grouped(closedClients)}, ${grouped(otherClients)}`,
  ],
  [`sockets open for ${grouped(CALLS_AT_ONCE)} calls at once`, ({ sockets }) => grouped(sockets)],
];

/** What is more than it may be. */
export function excessOf({ responsesInBytes, closedClients, sockets }: Peaks): string[] {
  return [
    ...(responsesInBytes.resident > MOST.residentBytes
      ? [`${megabytes(responsesInBytes.resident)} MB for ${RESPONSES_AT_ONCE} responses`]
      : []),
    ...(closedClients > MOST.descriptors ? [`${closedClients} descriptors of closed clients`] : []),
    ...(sockets > MOST.sockets ? [`${sockets} sockets at once`] : []),
  ];
}
