/**
 * Resolves once the process has looked at its sockets again. `scheduler` keeps Node's own timers, which a test's fake ones
 * do not replace, not even when they are installed before this is loaded.
 */
export async function nextPoll(): Promise<void> {
  const timers = globalThis.process?.getBuiltinModule?.("node:timers/promises");
  if (timers === undefined) return new Promise((resolve) => void setTimeout(resolve));
  await timers.scheduler.yield(); // the first turn may still run before the process polls
  await timers.scheduler.yield();
}
