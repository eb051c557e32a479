// Many callers at once against a service at which much goes wrong, over both ways to the network. Prints what was found;
// fails when it is anything that must never be. With --record it also writes the section of docs/reliability.md.
import { fileURLToPath } from "node:url";
import type { PaymentClientOptions } from "merchant-payments";
import { report } from "../../record.ts";
import { Remote } from "../../remote.ts";
import { type Access, clientsOf, makeCalls } from "./callers.ts";
import { type Authorized, drawCalls } from "./calls.ts";
import { complaints, heldWhenIdle, timersUnderWay } from "./leaks.ts";
import { peaksOf } from "./peaks.ts";
import { complaintsOf, type LoadFigures, section } from "./section.ts";
import type { Books } from "./service.ts";
import { judge, type Verdict } from "./verdict.ts";

const SEED = 20260304;
const CALLERS = 64;
const WARM_UP = 2_000;
const CALLS = 20_000;

const heard = complaints();
const startedAt = performance.now();
const figures = [await load("node:http", {}), await load("fetch", { fetch: globalThis.fetch })];
const wrong = complaintsOf(figures, heard);
report(
  "load",
  section(figures, { seed: SEED, callers: CALLERS, calls: CALLS, heard, seconds: secondsSince(startedAt) }),
);
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length > 0) process.exitCode = 1;

async function load(way: string, options: Partial<PaymentClientOptions>): Promise<LoadFigures> {
  const peaks = await peaksOf(way);
  const service = new Remote(process.execPath, fileURLToPath(new URL("service.ts", import.meta.url)));
  const connections = () => service.ask<{ open: number; ever: number }>("connections");
  const shift = new AbortController().signal;
  const ends: string[] = [];
  let timers = 0;
  try {
    const clients = await clientsOf(await service.ask<Access>("access"), options, ({ type, callId }) => {
      if (type === "response" || type === "failure") ends.push(callId);
    });
    const callAndJudge = async (seed: number, count: number): Promise<Verdict> => {
      const drawn = drawCalls(seed, count);
      const calls = drawn.calls(await service.ask<Authorized[]>("begin", seed, drawn.toAuthorize));
      const endings = await makeCalls(calls, clients, CALLERS, shift);
      timers += timersUnderWay();
      return judge(endings, ends.splice(0), await service.ask<Books>("books"));
    };
    const held = () => heldWhenIdle(shift, async () => (await connections()).open);

    await callAndJudge(SEED + 1, WARM_UP);
    const before = await held();
    const callsStartedAt = performance.now();
    const verdict = await callAndJudge(SEED, CALLS);
    const seconds = secondsSince(callsStartedAt);
    const after = await held();
    return { way, verdict, timers, before, after, connections: (await connections()).ever, seconds, peaks };
  } finally {
    service.stop();
  }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
