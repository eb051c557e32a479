import type { CallFigures } from "./calls/measure.ts";
import type { ProfileShare } from "./calls/profile.ts";
import type { MeasuredNode } from "./nodes.ts";
import type { SizeFigures } from "./size.ts";
import type { StartFigures } from "./start/measure.ts";
import type { StepFigures } from "./steps/worker.ts";

/** Everything measured on one Node. */
export interface NodeFigures {
  readonly node: MeasuredNode;
  readonly version: string;
  readonly calls: readonly CallFigures[];
  readonly starts: readonly StartFigures[];
  readonly steps: StepFigures;
}

/** Everything measured in one run. */
export interface Figures {
  readonly sizes: readonly SizeFigures[];
  /** Of our own calls, on the main Node. */
  readonly profile: readonly ProfileShare[];
  readonly nodes: readonly NodeFigures[];
}

export function figuresOf<T extends { readonly contestant: { readonly id: string } }>(
  figures: readonly T[],
  { id }: { readonly id: string },
): T {
  const found = figures.find(({ contestant }) => contestant.id === id);
  if (found === undefined) throw new Error(`${id} was not measured`);
  return found;
}
