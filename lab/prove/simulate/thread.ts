/** Plays nights in a thread: what the simulation replaces of time must not reach anything else. */
import { Worker } from "node:worker_threads";
import type { Report, Task } from "./worker-thread.ts";

export function inThread(file: string, workerData: Task): Promise<Report> {
  const { promise, resolve, reject } = Promise.withResolvers<Report>();
  new Worker(file, { workerData }).once("message", resolve).once("error", reject);
  return promise;
}
