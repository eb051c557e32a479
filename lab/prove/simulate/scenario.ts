/** The plan of one batch, drawn by fast-check, which also shrinks the plans that fail. Every authorization is of 20. */
import fc from "fast-check";

export const AUTHORIZED = 20;
export const MAX_NETWORK_DELAY_MS = 20_000;
export const LATE_MS = 9_000;
export const STALL_MS = 40_000;

/** The documented exceptions: each must break an invariant. */
export const exceptions = [
  "stated too low", // the authorized amount, so that a part looks like all that is left
  "same amount", // another job captures it meanwhile
  "outlives maxNetworkDelayMs", // a request that arrives nevertheless
  "a copy that fits", // an intermediary replays a part that the service accepts twice
  "accepts both", // the service breaks its contract
] as const;

export type Exception = (typeof exceptions)[number] | "none";

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

const often = <T>(usual: T, ...rare: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(usual, ...rare) });
const seldom = (rarity: number) => fc.nat(rarity).map((die) => die === rarity);
const oneOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);

/** What the network does with a call. */
const ways = [
  "plain",
  "connection refused", // nothing is sent
  "request lost",
  "response lost",
  "broken", // processed, and the connection breaks
  "late", // the request arrives after its lease
  "doubled", // the request arrives twice; the first response counts
  "replayed", // by an intermediary, which passes on the second response
] as const;

/** What responds in place of the service's own response. */
const substitutes = [
  "none",
  "CUST_ACCT_NOT_ELIGIBLE",
  "HTTP_401",
  "forbidden",
  "INTERNAL_ERROR",
  "INTERNAL_ERROR, processed",
  "a page",
  "a page, processed",
] as const;
export type Substitute = (typeof substitutes)[number];

const callFault = fc.record({
  way: often<(typeof ways)[number]>(...ways),
  substitute: often<Substitute>(...substitutes),
});
export type CallFault = Drawn<typeof callFault>;

/** What the database does with a change. */
export type StoreFault = "none" | "away" | "response lost" | "done, and the process stalls";
const storeFault = often<StoreFault>("none", "away", "response lost", "done, and the process stalls");

/** What one delivery or sweep meets. */
const circumstances = {
  worker: oneOf(0, 1),
  calls: fc.array(callFault, { maxLength: 3 }),
  changes: fc.array(storeFault, { maxLength: 3 }),
  dies: often(false, true), // its process, at any step; requests and changes that have begun go on
};
const sweep = fc.record(circumstances);
export type Circumstances = Drawn<typeof sweep>;

const delivery = fc.record({
  ...circumstances,
  atOnce: fc.boolean(), // while the delivery before it is still running
  isCorrected: seldom(7),
});
export type Delivery = Drawn<typeof delivery>;

/** The decision that a person aims at. It is made only if the balance allows it, except for the last. */
export type Intent = "not_captured" | "send_again" | "correct" | "captured, unseen";

const shipment = fc.record({
  isAllThatIsLeft: fc.boolean(),
  amount: fc.oneof(fc.nat(20), fc.constantFrom(10, 17, 18, 19)),
  mistake: often(0, 0, 0, 15),
  correctedTo: fc.integer({ min: 1, max: 20 }),
  deliveries: fc.array(delivery, { minLength: 1, maxLength: 3 }),
  people: fc.array(oneOf<Intent>("not_captured", "send_again", "correct"), { maxLength: 2 }),
});

/** An authorization, how the service treats it, and its shipments. */
const authorization = fc.record({
  method: oneOf("card", "paypal", "paypal", "invoice"),
  currency: oneOf("SEK", "JPY"),
  pending: often(false, true),
  pendingIs: oneOf("PENDING", "SUCCESS"),
  completions: fc.array(oneOf("goes through", "fails"), { maxLength: 2 }),
  accepts: oneOf(100, 115), // %
  endsAt100: seldom(3), // though it accepts 115 %
  whenFull: oneOf("PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED"),
  rejectionTells: oneOf("all", "all", "zeros", "nothing", "canFinalizeAgain", "finalized"),
  successTells: often<"all" | "nothing">("all", "nothing"),
  pendingTells: often<"all" | "pending">("all", "pending"),
  acceptsBoth: seldom(19), // breaks the contract: a second capture where only one is allowed
  other: often<"none" | OtherJob["does"]>("none", "none", "captures", "pends"),
  otherAmount: fc.integer({ min: 1, max: 20 }),
  otherAfter: fc.nat(2),
  annuls: seldom(3),
  annulsAfter: fc.nat(2),
  isMisjudged: seldom(15),
  isInTurn: fc.boolean(), // a shipment is delivered only after the one before it
  shipments: fc.array(shipment, { minLength: 1, maxLength: 2 }),
});

export interface OtherJob {
  readonly does: "captures" | "pends" | "annuls";
  readonly amount: number;
  /** How many of our requests have arrived by then. */
  readonly after: number;
}

export type Given = ReturnType<typeof givenBy>;
export type Shipment = Given["shipments"][number];

function givenBy(drawn: Drawn<typeof authorization>, index: number, exception: Exception) {
  const { other, otherAmount, otherAfter, annuls, annulsAfter, isMisjudged, shipments, ...rest } = drawn;
  const stated = exception === "stated too low" ? AUTHORIZED / 2 : AUTHORIZED; // by the merchant
  const acceptsBoth = exception === "accepts both" || (exception === "none" && rest.acceptsBoth);
  const tells = acceptsBoth ? ({ successTells: "all", pendingTells: "all" } as const) : {}; // or it could not be found
  let left = stated;
  const sized = shipments.map(({ isAllThatIsLeft, amount: part, mistake, ...shipment }, place) => {
    const isRest = place > 0 && part > AUTHORIZED / 2;
    const isWhole = isAllThatIsLeft || isRest || rest.method === "invoice";
    const amount = isWhole ? left : Math.min(part, left) + (rest.method === "paypal" ? mistake : 0);
    left = isWhole ? stated : left - amount > 0 ? left - amount : stated;
    const unseen: Intent[] = place === 0 && shipments.length > 1 ? ["captured, unseen"] : [];
    return {
      ...shipment,
      amount,
      key: `key ${index + 1}.${place + 1}`,
      people: isMisjudged ? unseen : shipment.people,
    };
  });
  const ours = sized.flatMap(({ amount, correctedTo }) => [amount, correctedTo]);
  const theirs = exception === "same amount" ? (sized[0]?.amount ?? otherAmount) : unlike(otherAmount, ours);
  const others: OtherJob[] =
    other === "none" || isMisjudged ? [] : [{ does: other, amount: theirs, after: otherAfter }];
  if (annuls) others.push({ does: "annuls", amount: 0, after: annulsAfter });
  return { ...rest, ...tells, acceptsBoth, stated, id: `20140925125128067${index}`, others, shipments: sized };
}

/** Another job that captures the very same amount cannot be told from ours: a documented precondition. */
function unlike(amount: number, ours: readonly number[]): number {
  return ours.includes(amount) ? unlike((amount % 20) + 1, ours) : amount;
}

/** What every call meets while it lasts. */
export type Outage = "unreachable" | "a page" | "HTTP_401";

export type Scenario = Drawn<ReturnType<typeof scenarios>>;

/** A batch with one or two authorizations. */
export const scenarios = (exception: Exception) =>
  fc.record({
    authorizations: fc
      .array(authorization, { minLength: 1, maxLength: 2 })
      .map((all) => all.map((each, index) => givenBy(each, index, exception))),
    sweeps: fc.array(sweep, { maxLength: 3 }),
    ticksMs: fc.array(fc.constantFrom(50, 50, 50, 500, 2_000, 5_000, 12_000), { minLength: 1, maxLength: 6 }),
    clocks: fc.tuple(clock, clock), // a jump of each worker's wall clock, or its monotonic clock stops
    outage: often<Outage | undefined>(undefined, undefined, "unreachable", "a page", "HTTP_401"),
    bookFailures: often(0, 1, 2), // how often the books cannot be written
    forbidden: often<number | undefined>(undefined, undefined, undefined, 0, 1), // by a filter, always: this shipment
  });
const clock = oneOf<number | "sleeps">(0, 0, -60_000, 60_000, "sleeps");
