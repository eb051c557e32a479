/**
 * Resolves in the next turn of the event loop. `scheduler` uses Node's own timers. A test's fake timers never replace
 * those, even if they are installed before this is loaded.
 */
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

const LONG_TURN_MS = 20; // with hundreds of calls at once, their own work fills about as much
/** Both must pass, because a single turn may be long by chance. */
const PATIENCE = { turns: 10, ms: 500 };

/**
 * Polls as `nextPoll`, and again while other work filled the turn after the poll, because bytes that arrive during that
 * work are not seen. Returns false if the process stays busy.
 */
export async function calmPoll(): Promise<boolean> {
  const { scheduler } = process.getBuiltinModule("node:timers/promises");
  const startedAt = performance.now();
  await scheduler.yield();
  let before = performance.now();
  for (let turns = 1; turns <= PATIENCE.turns || before - startedAt <= PATIENCE.ms; turns += 1) {
    await scheduler.yield();
    const now = performance.now();
    if (now - before < LONG_TURN_MS) return true;
    before = now;
  }
  return false;
}
