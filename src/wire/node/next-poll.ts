/**
 * Resolves once the process has looked at its sockets again. `scheduler` uses Node's own timers. A test's fake timers
 * never replace those, even if they are installed before this is loaded.
 */
export async function nextPoll(): Promise<void> {
  const timers = globalThis.process?.getBuiltinModule?.("node:timers/promises");
  if (timers === undefined) return new Promise((resolve) => void setTimeout(resolve));
  await timers.scheduler.yield(); // the first turn may still run before the process polls
  await timers.scheduler.yield();
}
