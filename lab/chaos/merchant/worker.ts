/** The merchant's worker: captures what is due, and may be killed at any moment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { basicAuth, PaymentClient } from "merchant-payments";
import { tellRun } from "../child.ts";
import { type Capture, type Dispatch, files } from "../dispatch.ts";
import { timeoutMs } from "../faults.ts";
import { capture } from "./capture.ts";
import { Journal } from "./journal.ts";

const callers = 16;
const [folder = ""] = process.argv.slice(2);
const { baseUrl, merchantId, password, shipments } = JSON.parse(
  readFileSync(join(folder, files.dispatch), "utf8"),
) as Dispatch;
const payments = new PaymentClient({ baseUrl, auth: basicAuth(merchantId, password), timeoutMs });

tellRun("awake");
const journal = await Journal.open(join(folder, files.journal));
await parkWhatWasCutOff();
const waiting = shipments.values(); // shared: each caller takes the next
await Promise.all(Array.from({ length: callers }, work));
await journal.close();

/** An intent without an outcome: this worker died in between, and the request may have been sent. */
async function parkWhatWasCutOff(): Promise<void> {
  const cutOff = shipments.flat().filter(({ id }) => journal.last(id)?.state === "intent");
  await Promise.all(cutOff.map(({ id }) => journal.write({ id, state: "parked", why: "the worker died" })));
}

async function work(): Promise<void> {
  for (const parts of waiting) for (const due of parts) await settled(due);
}

/** Until something is known of the capture other than that it was never sent. */
async function settled(due: Capture): Promise<void> {
  const { id } = due;
  for (let attempt = 0; [undefined, "not_sent"].includes(journal.last(id)?.state); attempt += 1) {
    if (attempt > 0) await sleep(Math.min(50 * 2 ** attempt, 400));
    await journal.write({ id, state: "intent" });
    await journal.write(await capture(payments, due));
  }
}
