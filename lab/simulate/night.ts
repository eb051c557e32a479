/** A merchant's night: shipments, jobs and the service's own doings, whose steps fast-check's scheduler interleaves. */

import { Decimal } from "decimal.js";
import type { Scheduler } from "fast-check";
import { resolveOptions } from "../../src/client-options.ts";
import { isPaymentError, settle } from "../../src/errors/settle.ts";
import { execute } from "../../src/operations/execute.ts";
import { finalize } from "../../src/operations/finalize.ts";
import { resolveFinalization } from "../../src/operations/resolve-finalization.ts";
import { passUntil, startClock } from "./clock.ts";
import { played } from "./network.ts";
import type { Fate, Shipment } from "./scenario.ts";
import { Authorization } from "./service.ts";
import { type Claim, checkBooks, checkTruth } from "./truth.ts";

const client = resolveOptions({
  baseUrl: "https://payments.example.com",
  auth: () => ({ authorization: "A" }),
  fetch: () => Promise.reject(new Error("unused")),
  waive: ["positiveTotal"],
  maxRetries: 1,
});

/** One shipment in the merchant's books, and its authorization at the service. */
export interface Line {
  readonly shipment: Shipment;
  readonly authorization: Authorization;
  claim: Claim;
}

/** @throws Error with the history, as soon as something said is not true. */
export async function playNight(night: readonly Shipment[], s: Scheduler, tally: Record<string, number>) {
  const history: string[] = [];
  const lines = night.map((shipment): Line => {
    return { shipment, authorization: new Authorization(shipment), claim: { state: "open" } };
  });
  const step = async (what: string) => {
    await s.schedule(Promise.resolve(), what);
    history.push(what);
  };
  const say = (what: string) => {
    history.push(what);
    for (const line of lines) checkTruth(line);
  };
  startClock((due) => void step("a moment passes").then(() => passUntil(due)));
  try {
    const actors = lines.flatMap((line) => [worker(line, step, say), ...theService(line, step, say)]);
    await s.waitFor(Promise.all(actors));
    await s.waitIdle(); // every message that is still under way arrives
    say("morning");
    checkBooks(lines);
  } catch (error) {
    const given = night.map((shipment) => JSON.stringify(shipment));
    throw new Error([...given, ...history, String(error)].join("\n"));
  }
  for (const { claim } of lines) tally[claim.state] = (tally[claim.state] ?? 0) + 1;
}

type Step = (what: string) => Promise<void>;
type Say = (what: string) => void;

/** Other jobs on this authorization, and what becomes of what is pending. */
function theService({ shipment, authorization }: Line, step: Step, say: Say): Promise<void>[] {
  const settled = (how: "goes through" | "fails") => {
    authorization.settle(how);
    return true;
  };
  const doings = [
    ...shipment.others.map((job) => ({ what: `another job ${job.does}`, act: () => authorization.another(job) })),
    ...shipment.settlements.map((how) => ({ what: `what is pending ${how}`, act: () => settled(how) })),
  ];
  return doings.map(async ({ what, act }) => {
    await step(`${shipment.name}: ${what}`);
    say(act() ? "(done)" : "(refused)");
  });
}

/** Makes one call after the other until there is nothing more to be done without a person. */
async function worker(line: Line, step: Step, say: Say): Promise<void> {
  const { name, calls } = line.shipment;
  let isClean = true; // until one attempt may have left
  for (const [index, fate] of calls.entries()) {
    const who = `${name}, call ${index + 1} (${isClean ? "finalize" : "resolve"}, ${fate.way})`;
    const own: Step = (what) => step(`${who} ${what}`);
    const ended = await Promise.race([attempt(line, fate, isClean, own), ...(fate.dies ? [death(own)] : [])]);
    const { claim, isOver, mayHaveLeft } = ended;
    if (claim !== undefined) line.claim = claim;
    if (mayHaveLeft) isClean = false;
    say(`${who}: ${JSON.stringify(ended)}`);
    if (isOver) return;
  }
}

interface Ended {
  readonly claim?: Claim;
  /** Nothing more is sent. */
  readonly isOver: boolean;
  readonly mayHaveLeft: boolean;
}

const open: Ended = { isOver: false, mayHaveLeft: true };

/** Another worker takes over; what this one learns is not heard. */
async function death(step: Step): Promise<Ended> {
  await step("loses its worker");
  return open;
}

async function attempt(line: Line, fate: Fate, isClean: boolean, step: Step): Promise<Ended> {
  const { method, amount, told } = line.shipment;
  const call = played(fate, line.authorization, step);
  const through = { ...client, exchange: call.exchange };
  const finalization = { transactionId: "201409251527280673", totalAmount: String(amount) };
  const authorization = { paymentMethod: method, authorizedAmount: "20", finalizedBefore: String(told) };
  const options = { authorization };
  const ended = isClean
    ? afterFinalize(await settle(execute(finalize, through, finalization, options)), line)
    : await afterResolve(resolveFinalization(through, finalization, options), line);
  await step("writes down what it was told");
  return ended.claim === undefined ? ended : { ...ended, claim: { ...ended.claim, taken: call.taken } };
}

const REFUSED_AS_DONE = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"];

/** As the guide says. A refusal that a replay may have brought about is no refusal: it is found out. */
function afterFinalize(ended: Awaited<ReturnType<typeof settle>>, { shipment }: Line): Ended {
  if (ended.ok) {
    const { pending } = ended.value as { readonly pending: boolean };
    return pending ? pendingNow : capturedNow(shipment.amount);
  }
  const { error } = ended;
  switch (error.outcome) {
    case "not_sent":
      return { isOver: error.code === "invalid_input", mayHaveLeft: false };
    case "rejected":
      if (error.code === "service_error" && REFUSED_AS_DONE.includes(error.statusKey ?? "")) return open;
      if (error.scope === "merchant") return { isOver: false, mayHaveLeft: false };
      return { claim: { state: "refused" }, isOver: true, mayHaveLeft: true };
    case "succeeded":
      return capturedNow(shipment.amount);
    default:
      return open;
  }
}

async function afterResolve(call: ReturnType<typeof resolveFinalization>, { shipment }: Line): Promise<Ended> {
  try {
    const found = await call;
    const { totalAmountFinalized } = found.finalization;
    switch (found.state) {
      case "captured":
        return capturedNow(totalAmountFinalized?.minus(shipment.told) ?? shipment.amount);
      case "pending":
        return pendingNow;
      case "not_captured":
      case "conflict":
        return { claim: { state: found.state }, isOver: true, mayHaveLeft: true };
      case "unknown":
        return found.sendAgain ? open : { claim: { state: "parked" }, isOver: true, mayHaveLeft: true };
    }
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    return { claim: { state: "parked" }, isOver: true, mayHaveLeft: true }; // not eligible
  }
}

const pendingNow: Ended = { claim: { state: "pending" }, isOver: false, mayHaveLeft: true };

function capturedNow(amount: Decimal.Value): Ended {
  return { claim: { state: "captured", booked: new Decimal(amount).toString() }, isOver: true, mayHaveLeft: true };
}
