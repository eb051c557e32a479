/** Shorter rules, each as a change to the library, which the simulation has to find. */
import type { Plant } from "./bundle.ts";
import { plantedInOnce } from "./planted-once.ts";
import { plantedInResolving } from "./planted-resolving.ts";

export interface Planted extends Plant {
  readonly rule: string;
}

export const planted: readonly Planted[] = [...plantedInResolving, ...plantedInOnce];
