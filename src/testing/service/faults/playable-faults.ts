/** Which faults can be played through which door. */
import type { Fault } from "./faults.js";

/** The ways to reach the fake. */
export type Adapter = "fetch" | "server" | "msw";

const doorNames: Readonly<Record<Adapter, string>> = {
  fetch: "service.fetch",
  server: "the loopback server",
  msw: "MSW",
};

/** @throws Error with the reason, when the fault cannot be played through the door. */
export function checkPlayable(fault: Fault, door: Adapter): void {
  const reason = whyUnplayable(fault, door);
  if (reason === undefined) return;
  throw new Error(`The fault "${fault.name}" cannot be played through ${doorNames[door]}: ${reason}.`);
}

/** Undefined when the fault can be played through the door. */
function whyUnplayable(fault: Fault, door: Adapter): string | undefined {
  if (fault.kind === "refuse" && door === "server") return "a port that listens cannot refuse a single connection";
  if (fault.kind === "refuse" && door === "msw") return "MSW cannot carry the system error that proves a refusal";
  if (fault.kind === "truncate" && door === "msw") return "MSW delivers a body that broke off as a whole one";
  if (fault.kind === "answer" && fault.httpStatus === 407 && door !== "server") {
    return "fetch fails on HTTP 407 and never gives it to its caller";
  }
  return undefined;
}
