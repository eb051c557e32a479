/** Plays batches in a thread, because the simulation replaces the clocks and timers of its global scope. */
import { Worker } from "node:worker_threads";
import type { Report, Task } from "./worker-thread.ts";

export function inThread(file: string, workerData: Task): Promise<Report> {
  const { promise, resolve, reject } = Promise.withResolvers<Report>();
  new Worker(file, { workerData })
    .once("message", resolve)
    .once("error", reject)
    .once("exit", () => reject(new Error("a history has no end")));
  return promise;
}
