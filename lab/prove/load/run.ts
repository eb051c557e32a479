// Many concurrent callers against a service with many faults, over both ways to the network. It fails if it finds what must
// never be found. `--record` writes record.md and the row of docs/what-is-proven.md.
import { fileURLToPath } from "node:url";
import type { PaymentClientOptions } from "merchant-payments";
import { grouped, report, writeRow } from "../../record.ts";
import { Remote } from "../../remote.ts";
import { type Access, clientsOf, makeCalls } from "./callers.ts";
import { type Authorized, drawCalls } from "./calls.ts";
import { activeTimers, collectComplaints, heldWhenIdle } from "./leaks.ts";
import { type LoadFigures, section, wrongIn } from "./section.ts";
import type { Books } from "./service.ts";
import { judge, type Verdict } from "./verdict.ts";

const SEED = 20260304;
const CALLERS = 64;
const WARM_UP = 2_000;
const CALLS = 20_000;

const complaints = collectComplaints();
const startedAt = performance.now();
const secondsSince = (moment: number) => (performance.now() - moment) / 1_000;
const figures = [await load("node:http", {}), await load("fetch", { fetch: globalThis.fetch })];
const frame = { seed: SEED, callers: CALLERS, calls: CALLS, complaints, seconds: secondsSince(startedAt) };
const wrongs = wrongIn(figures, complaints);
report(import.meta.dirname, section(figures, frame), () => {
  const [tried, calls] = [
    `Calls of ${CALLERS} concurrent callers with random faults, over \`node:http\` and \`fetch\``,
    CALLS * figures.length,
  ];
  writeRow("load", tried, `${grouped(calls)} calls`, `${wrongs.length} wrong outcomes or leaks`);
});
for (const wrong of wrongs) {
  console.error(wrong);
  process.exitCode = 1;
}

async function load(way: string, options: Partial<PaymentClientOptions>): Promise<LoadFigures> {
  const service = new Remote(process.execPath, fileURLToPath(new URL("service.ts", import.meta.url)));
  const connections = () => service.ask<{ open: number; ever: number }>("connections");
  const sharedSignal = new AbortController().signal;
  const ends: string[] = [];
  let timers = 0;
  try {
    const clients = await clientsOf(await service.ask<Access>("access"), options, ({ type, callId }) => {
      if (type === "response" || type === "failure") ends.push(callId);
    });
    const callAndJudge = async (seed: number, count: number): Promise<Verdict> => {
      const drawn = drawCalls(seed, count);
      const calls = drawn.calls(await service.ask<Authorized[]>("begin", seed, drawn.toAuthorize));
      const endings = await makeCalls(calls, clients, CALLERS, sharedSignal);
      timers += activeTimers();
      return judge(endings, ends.splice(0), await service.ask<Books>("books"));
    };
    const held = () => heldWhenIdle(sharedSignal, async () => (await connections()).open);

    await callAndJudge(SEED + 1, WARM_UP);
    const before = await held();
    const callsStartedAt = performance.now();
    const verdict = await callAndJudge(SEED, CALLS);
    const seconds = secondsSince(callsStartedAt);
    const after = await held();
    return { way, verdict, timers, before, after, connections: (await connections()).ever, seconds };
  } finally {
    service.stop();
  }
}
