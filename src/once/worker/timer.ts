import { ofMerchant } from "../errors.js";
import { readStart } from "../input.js";
import { tell, warn } from "./listeners.js";

/** Sweeps now, and again after each pause, until the returned function is called. It resolves when no sweep is running. */
export function startTimer(
  sweep: (isStopping: () => boolean) => Promise<boolean>,
  options: unknown,
  merchant: string,
): () => Promise<void> {
  const next = "The next one comes all the same. Give once.start an onError to get the error";
  const warnOf = (error: unknown) => warn(`a sweep${ofMerchant(merchant)} failed: ${error}. ${next}`, "SWEEP_FAILED");
  const { everyMs = 60_000, onError = warnOf } = readStart(options);
  let isStopping = false;
  let wake: (() => void) | undefined;
  const failed = (error: unknown) => {
    tell(onError, error);
    return false;
  };
  const run = async () => {
    while (!isStopping) {
      const isMoreDue = await sweep(() => isStopping).catch(failed);
      if (isStopping) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, isMoreDue ? 0 : everyMs);
      wake = resolve;
      await promise;
      clearTimeout(timer);
    }
  };
  const ended = run();
  return () => {
    isStopping = true;
    wake?.();
    return ended;
  };
}
