/** Which faults can be played through which adapter. */
import type { Fault } from "./faults.js";

/** The ways to reach the fake. */
export type Adapter = "fetch" | "server" | "msw";

const adapterNames: Readonly<Record<Adapter, string>> = {
  fetch: "service.fetch",
  server: "the loopback server",
  msw: "MSW",
};

/** @throws Error with the reason if the adapter cannot play the fault. */
export function checkPlayable(fault: Fault, adapter: Adapter): void {
  const reason = whyUnplayable(fault, adapter);
  if (reason === undefined) return;
  throw new Error(`The fault "${fault.name}" cannot be played through ${adapterNames[adapter]}: ${reason}.`);
}

/** The reason; undefined if the adapter can play the fault. */
function whyUnplayable(fault: Fault, adapter: Adapter): string | undefined {
  if (fault.kind === "refuse" && adapter === "server")
    return "a port that listens cannot refuse a single connection; service.fetch can";
  if (fault.kind === "refuse" && adapter === "msw")
    return "MSW cannot carry the system error that proves that nothing was sent; service.fetch can";
  if (fault.kind === "truncate" && adapter === "msw")
    return "MSW delivers a body that broke off as a whole one; use service.fetch";
  if (fault.kind === "response" && fault.httpStatus === 407 && adapter !== "server") {
    return "fetch fails on HTTP 407 and never gives it to its caller; use the loopback server";
  }
  return undefined;
}
