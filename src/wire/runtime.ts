type Runtime = { process?: NodeJS.Process; Bun?: unknown; Deno?: unknown; navigator?: { userAgent?: string } };

export function isNode(): boolean {
  const { process, Bun, Deno, navigator } = globalThis as Runtime;
  const isWorkerd = navigator?.userAgent === "Cloudflare-Workers"; // its node:http never assigns a socket to a request
  return process?.versions?.node !== undefined && Bun === undefined && Deno === undefined && !isWorkerd;
}

/** How long this process has not waited for sockets and timers so far, in milliseconds. 0 outside Node. */
export function busyMs(): number {
  if (!isNode()) return 0;
  const { performance } = process.getBuiltinModule("node:perf_hooks"); // the global one may be a test's
  return performance.now() - performance.nodeTiming.idleTime;
}

/** Resolves in the next turn of the event loop, also under a test's fake timers, which replace no `scheduler`. */
export async function nextTurn(): Promise<void> {
  const timers = globalThis.process?.getBuiltinModule?.("node:timers/promises");
  if (timers === undefined) return new Promise((resolve) => void setTimeout(resolve));
  await timers.scheduler.yield();
}

/** Resolves once Node has looked at its sockets again. The first turn may still run before it polls. */
export async function nextPoll(): Promise<void> {
  const { scheduler } = process.getBuiltinModule("node:timers/promises");
  await scheduler.yield();
  await scheduler.yield();
}
