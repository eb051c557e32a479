/** The plan of one batch, drawn by fast-check, which also shrinks the plans that fail. Every authorization is of 20. */
import fc from "fast-check";

export const AUTHORIZED = 20;
export const MAX_NETWORK_DELAY_MS = 40_000;
export const LATE_MS = 30_000;
export const LEASE_MS = 13_000;
export const STALL_MS = 150_000; // a lease, and the pauses after it, are over by then
export const PERSON_AFTER_MS = 4 * 60 * 60_000;

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
const rarely = <T>(usual: T, ...rare: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
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

/** Responses in place of the service's own. */
const substitutes = [
  "none",
  "CUST_ACCT_NOT_ELIGIBLE",
  "CARD_EXPIRED", // a key that the client does not know
  "CARD_EXPIRED, processed",
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
const storeFaults = ["none", "away", "response lost", "the process stalls", "done, and the process stalls"] as const;
export type StoreFault = (typeof storeFaults)[number];

/** How a hook fails. The last three are those of PostgreSQL. */
const hookFaults = [
  "none",
  "throws at once",
  "throws",
  "breaks a constraint",
  "ends the transaction",
  "commits by itself",
  "hangs",
  "session lost",
  "commit lost",
] as const;
export type HookFault = (typeof hookFaults)[number];

/**
 * What the job says about the authorized amount: the truth, too much, or what makes this capture look like all that is
 * left.
 */
export type Told = "true" | "high" | "own" | "sum";
const told = rarely<Told>("true", "high", "own", "sum");

/** The faults of one delivery or sweep. */
const circumstances = {
  worker: oneOf(0, 1),
  calls: fc.array(callFault, { maxLength: 3 }),
  changes: fc.array(often<StoreFault>(...storeFaults), { maxLength: 3 }),
  dies: often(false, true), // its process dies at any step; requests and changes that have begun go on
};
const sweep = fc.record({
  ...circumstances,
  merchant: fc.nat(1),
  isTimely: fc.boolean(), // it begins when a key is due
});
export type Circumstances = Omit<Drawn<typeof sweep>, "merchant" | "isTimely">;

const delivery = fc.record({
  ...circumstances,
  atOnce: fc.boolean(), // while the delivery before it is still running
  isCorrected: seldom(4),
  isRenderedAnew: seldom(3), // the same job with another invoiceId
  told,
});
export type Delivery = Drawn<typeof delivery>;

/** What a person tries, with the true balance, whatever it is. `Once` has to refuse it where it is wrong. */
const intents = [
  "captured",
  "captured by its id",
  "not_captured",
  "send_again",
  "correct",
  "misstate",
  "withdraw",
] as const;
export type Intent = (typeof intents)[number] | "captured, unseen" | "not_captured, unseen";

const shipment = fc.record({
  isAllThatIsLeft: fc.boolean(),
  amount: fc.oneof(fc.nat(20), fc.constantFrom(10, 17, 18, 19)),
  mistake: often(0, 0, 0, 15),
  correctedTo: fc.integer({ min: 1, max: 20 }),
  deliveries: fc.array(delivery, { minLength: 1, maxLength: 3 }),
  people: fc.array(oneOf<Intent>(...intents), { maxLength: 2 }),
});

/** A capture from before the store existed, which a person enters: before the first delivery, or at any time. */
const earlier = fc.record({
  amount: fc.integer({ min: 1, max: 15 }),
  isBooked: fc.boolean(),
  isFirst: fc.boolean(),
  told,
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
  isMisjudged: seldom(7),
  earlier: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: earlier }),
  isEnteredAgain: seldom(9), // a person takes a capture of the first shipment for an earlier one
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

function givenBy(drawn: Drawn<typeof authorization>, place: number, areMerchants: boolean, exception: Exception) {
  const { other, otherAmount, otherAfter, annuls, annulsAfter, isMisjudged, isEnteredAgain, shipments, ...rest } =
    drawn;
  const [merchant, index] = areMerchants ? [place, 0] : [0, place]; // the keys of two merchants have the same names
  const stated = exception === "stated too low" ? AUTHORIZED / 2 : AUTHORIZED; // by the merchant
  const acceptsBoth = exception === "accepts both" || (exception === "none" && rest.acceptsBoth);
  const tells = acceptsBoth ? ({ successTells: "all", pendingTells: "all" } as const) : {}; // or it could not be found
  const earlier = isMisjudged || exception !== "none" ? undefined : rest.earlier;
  let left = earlier === undefined || rest.method === "invoice" ? stated : stated - earlier.amount;
  const sized = shipments.map(({ isAllThatIsLeft, amount: part, mistake, ...shipment }, place) => {
    const isRest = place > 0 && part > AUTHORIZED / 2;
    const isWhole = isAllThatIsLeft || isRest || rest.method === "invoice";
    const amount = isWhole ? left : Math.min(part, left) + (rest.method === "paypal" ? mistake : 0);
    left = isWhole ? stated : left - amount > 0 ? left - amount : stated;
    const wrong: Intent[] =
      shipments.length > 1 ? ["captured, unseen"] : ["not_captured, unseen", "captured by its id"];
    const unseen = place === 0 ? wrong : [];
    return {
      ...shipment,
      amount,
      key: `key ${index + 1}.${place + 1}`,
      people: isMisjudged ? unseen : shipment.people,
      adoption: undefined,
    };
  });
  const ours = sized.flatMap(({ amount, correctedTo }) => [amount, correctedTo]);
  const theirs = exception === "same amount" ? (sized[0]?.amount ?? otherAmount) : unlike(otherAmount, ours);
  const hasOther = other !== "none" && !isMisjudged && (earlier === undefined || earlier.isFirst);
  const others: OtherJob[] = hasOther ? [{ does: other, amount: theirs, after: otherAfter }] : [];
  if (annuls) others.push({ does: "annuls", amount: 0, after: annulsAfter });
  const entered: Entered[] = [];
  const enter = (key: string, amount: number, adoption: Adoption) =>
    entered.push({ key, amount, correctedTo: amount, deliveries: [], people: [], adoption });
  if (earlier !== undefined) {
    const { isFirst, ...adoption } = { ...earlier, of: undefined };
    if (rest.method === "invoice") enter(`key ${index + 1}.0`, stated, { ...adoption, isFirst: true, told: "true" });
    else enter(`key ${index + 1}.0`, isFirst ? earlier.amount : unlike(earlier.amount, ours), { ...adoption, isFirst });
  }
  const [again] = sized;
  if (isEnteredAgain && again !== undefined && !isMisjudged && exception === "none") {
    enter(`${again.key} again`, again.amount, { of: again.key, isBooked: false, isFirst: false, told: "true" });
  }
  const id = `20140925125128067${index}`;
  return { ...rest, ...tells, acceptsBoth, stated, id, merchant, others, shipments: [...sized, ...entered] };
}

/** How a person enters a capture. `of` is the key that has it already. */
export interface Adoption {
  readonly of: string | undefined;
  readonly isBooked: boolean;
  readonly isFirst: boolean;
  readonly told: Told;
}

type Entered =
  Drawn<typeof shipment> extends infer S
    ? Omit<S, "isAllThatIsLeft" | "mistake"> & { key: string; adoption: Adoption }
    : never;

/** Another job that captures the very same amount cannot be told from ours: a documented precondition. */
function unlike(amount: number, ours: readonly number[]): number {
  return ours.includes(amount) ? unlike((amount % 20) + 1, ours) : amount;
}

/** How the service differs from what the client assumes, and the methods that the merchant then declares. */
export const differences = {
  none: ["card", "paypal", "invoice"],
  "failures under HTTP 500": ["card", "paypal", "invoice"],
  "keys of its own": ["card", "paypal", "invoice"],
  "accepts any amount": ["card"],
  "pending does not block": ["card"],
  "finalized includes pending": [],
  "released counts as finalized": [],
  "figures per order": [],
} as const;
export type Difference = keyof typeof differences;

const differing = Object.keys(differences).filter((each) => each !== "none") as Difference[];

/** The fault of every call during an outage. */
export type Outage = "unreachable" | "a page" | "HTTP_401";

export type Scenario = Drawn<ReturnType<typeof scenarios>>;

/** A batch with one or two authorizations. */
export const scenarios = (exception: Exception) =>
  fc.record({
    authorizations: fc
      .tuple(fc.array(authorization, { minLength: 1, maxLength: 2 }), often(false, true))
      .map(([all, areMerchants]) => all.map((each, place) => givenBy(each, place, areMerchants, exception))),
    sweeps: fc.array(sweep, { maxLength: 4 }),
    ticksMs: fc.array(fc.constantFrom(50, 50, 50, 500, 2_000, 12_000, 70_000), { minLength: 1, maxLength: 6 }),
    clocks: fc.tuple(clock, clock), // a jump of each worker's wall clock, or its monotonic clock stops
    outage: often<Outage | undefined>(undefined, undefined, "unreachable", "a page", "HTTP_401"),
    hookFaults: fc.array(often<HookFault>(...hookFaults), { maxLength: 3 }),
    difference: exception === "none" ? often<Difference>("none", ...differing) : fc.constant<Difference>("none"),
    forbidden: often<number | undefined>(undefined, undefined, undefined, 0, 1), // by a filter, always: this shipment
  });
const clock = oneOf<number | "sleeps">(0, 0, -STALL_MS, 60_000, "sleeps");
