/** Adds to the report of each test how much CPU time it took. */
import { afterEach, beforeEach } from "vitest";

let before = process.cpuUsage();

beforeEach(() => {
  before = process.cpuUsage();
});

afterEach(({ task }) => {
  const { user, system } = process.cpuUsage(before);
  Object.assign(task.meta, { cpuMs: (user + system) / 1_000 });
});
