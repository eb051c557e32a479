// Many concurrent callers against a service with many faults, over both ways to the network. It fails if it finds what must
// never be found. `--record` writes record.md and the row of docs/what-is-proven.md.
import { fileURLToPath } from "node:url";
import type { PaymentClientOptions } from "merchant-payments";
import type { Sale } from "merchant-payments/testing";
import { grouped, report, table, today, writeRow } from "../../record.ts";
import { Remote } from "../../remote.ts";
import { type Access, clientOf, makeCalls } from "./callers.ts";
import { drawCalls } from "./calls.ts";
import { activeTimers, collectComplaints, heldWhenIdle, leaksOf } from "./leaks.ts";
import type { Books } from "./service.ts";
import { judge, type Verdict } from "./verdict.ts";

const SEED = 20260304;
const CALLERS = 64;
const WARM_UP = 2_000;
const CALLS = 20_000;

const complaints = collectComplaints();
const ways = [await load("node:http", {}), await load("fetch", { fetch: globalThis.fetch })];
const wrongs = [...ways.flatMap(({ wrongs }) => wrongs), ...complaints];
const ends = Object.keys(ways[0]?.ends ?? {}).map((end) => [end, ...ways.map(({ ends }) => grouped(ends[end] ?? 0))]);

report(
  import.meta.dirname,
  `${today}, Node ${process.version}. ${CALLERS} concurrent callers made ${grouped(CALLS)} calls over each way to the network, against the
fake on a loopback port, with random faults (seed ${SEED}): lost, slow, broken, strange and doubled responses, rejections, resets,
connections closed between two requests, and callers who abort. The end of each call was compared with the service's books. No call
may end falsely, have two events, or get another call's response. No timer, listener, connection or heap may be left behind.

${table(["ended in", ...ways.map(({ way }) => way)], ends)}

Wrong: ${wrongs.length}.`,
  () => {
    const tried = `Calls of ${CALLERS} concurrent callers with random faults, over \`node:http\` and \`fetch\``;
    writeRow("load", tried, `${grouped(CALLS * ways.length)} calls`, `${wrongs.length} wrong outcomes or leaks`);
  },
);
for (const wrong of wrongs) {
  console.error(wrong);
  process.exitCode = 1;
}

async function load(way: string, options: Partial<PaymentClientOptions>) {
  const service = new Remote(process.execPath, fileURLToPath(new URL("service.ts", import.meta.url)));
  const sharedSignal = new AbortController().signal;
  const finals: string[] = [];
  let timers = 0;
  try {
    const onEvent: PaymentClientOptions["onEvent"] = ({ type, callId }) => {
      if (type === "response" || type === "failure") finals.push(callId);
    };
    const client = clientOf(await service.ask<Access>("access"), { ...options, onEvent });
    const callAndJudge = async (seed: number, count: number): Promise<Verdict> => {
      const drawn = drawCalls(seed, count);
      const calls = drawn.calls(await service.ask<Sale[]>("begin", seed, drawn.toAuthorize));
      const endings = await makeCalls(calls, client, CALLERS, sharedSignal);
      timers += activeTimers();
      return judge(endings, finals.splice(0), await service.ask<Books>("books"));
    };
    const held = () => heldWhenIdle(sharedSignal, () => service.ask<number>("connections"));

    await callAndJudge(SEED + 1, WARM_UP);
    const before = await held();
    const { wrongs, ends } = await callAndJudge(SEED, CALLS);
    const leaks = leaksOf({ timers, before, after: await held() }).map((leak) => `left behind: ${leak}`);
    return { way, ends, wrongs: [...wrongs, ...leaks].map((wrong) => `${way}: ${wrong}`) };
  } finally {
    service.stop();
  }
}
