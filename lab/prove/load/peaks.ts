/** The peak usage of a client: memory of responses in very small chunks, descriptors, sockets. */
import { fileURLToPath } from "node:url";
import { grouped } from "../../record.ts";
import { Remote } from "../../remote.ts";

export interface Peaks {
  /** Bytes above those of the idle process. */
  readonly responsesInBytes: { readonly resident: number; readonly heap: number };
  /** Descriptors left after the response to the last client. */
  readonly closedClients: number;
  readonly otherClients: number;
  readonly sockets: number;
}

const RESPONSES_AT_ONCE = 3;
const CLIENTS = 2_000;
const CALLS_AT_ONCE = 5_000;

/** The limits of our own connections; fetch has none. */
const MOST = { residentBytes: 100 * 2 ** 20, descriptors: 0, sockets: 256 };

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** @param way `fetch`, or anything else for the client's default. */
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

/** The rows of the table. */
export const peakRows: readonly (readonly [label: string, cell: (peaks: Peaks) => string])[] = [
  [
    `memory for ${RESPONSES_AT_ONCE} concurrent responses of 1 MB in chunks of one byte: process, heap, MB`,
    ({ responsesInBytes: { resident, heap } }) => `${megabytes(resident)}, ${megabytes(heap)}`,
  ],
  [
    `descriptors right after ${grouped(CLIENTS)} clients of one call each: closed, not closed`,
    ({ closedClients, otherClients }) => `${grouped(closedClients)}, ${grouped(otherClients)}`,
  ],
  [`sockets for ${grouped(CALLS_AT_ONCE)} concurrent calls`, ({ sockets }) => grouped(sockets)],
];

/** What exceeds its limit. */
export function excessOf({ responsesInBytes: { resident }, closedClients, sockets }: Peaks): string[] {
  return [
    ...(resident > MOST.residentBytes ? [`${megabytes(resident)} MB for ${RESPONSES_AT_ONCE} responses`] : []),
    ...(closedClients > MOST.descriptors ? [`${closedClients} descriptors of closed clients`] : []),
    ...(sockets > MOST.sockets ? [`${sockets} sockets at once`] : []),
  ];
}
