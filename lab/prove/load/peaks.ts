/** The peak memory of a client that reads responses in very small chunks. */
import { fileURLToPath } from "node:url";
import { Remote } from "../../remote.ts";

/** Bytes above those of the idle process. */
export interface Peaks {
  readonly resident: number;
  readonly heap: number;
}

const RESPONSES_AT_ONCE = 3;
const MOST_RESIDENT = 100 * 2 ** 20; // of our own connections; fetch has no limit

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** @param way `fetch`, or anything else for the client's default. */
export async function peaksOf(way: string): Promise<Peaks> {
  const service = new Remote(process.execPath, script("peak-service.ts"));
  const address = await service.ask<string>("address");
  const caller = new Remote(process.execPath, script("peak-caller.ts"), [address, way], ["--expose-gc"]);
  try {
    return await caller.ask<Peaks>("responsesInBytes", RESPONSES_AT_ONCE);
  } finally {
    caller.stop();
    service.stop();
  }
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

export const peakLabel = `memory for ${RESPONSES_AT_ONCE} concurrent responses of 1 MB in chunks of one byte: process, heap, MB`;
export const peakText = ({ resident, heap }: Peaks) => `${megabytes(resident)}, ${megabytes(heap)}`;

/** What exceeds its limit. */
export function excessOf({ resident }: Peaks): string[] {
  return resident > MOST_RESIDENT ? [`${megabytes(resident)} MB for ${RESPONSES_AT_ONCE} responses`] : [];
}
