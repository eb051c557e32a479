import { bundledKb } from "../scripts/check-size.ts";
import { type Contestant, libraries, own } from "./contestants.ts";
import type { Stage } from "./run/stage.ts";

export interface SizeFigures {
  readonly contestant: Contestant;
  readonly kb: number;
}

/** A client with everything it needs; of ours everything it exports. */
export function measureSizes(stage: Stage): Promise<SizeFigures[]> {
  return Promise.all(
    libraries.map(async (contestant) => {
      const entry = contestant === own ? stage.entry : stage.client(contestant.client, "esm");
      return { contestant, kb: await bundledKb(entry) };
    }),
  );
}
