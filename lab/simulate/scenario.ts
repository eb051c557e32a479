/** What a night is made of. Every authorization is of 20; fast-check draws the rest, and makes it smaller when it fails. */
import fc from "fast-check";

/** What the network does with a call. */
const ways = [
  "plain",
  "refused", // the connection: nothing is sent
  "request lost",
  "answer lost",
  "broken", // processed, and the connection breaks
  "late", // the caller may give up before or after any step
  "doubled", // the request arrives twice, the first answer counts
  "replayed", // by a hop, which hands on the second answer
] as const;

/** What the service says at a bad moment, in place of its own answer. */
const moments = [
  "none",
  "CUST_ACCT_NOT_ELIGIBLE",
  "HTTP_401",
  "INTERNAL_ERROR",
  "INTERNAL_ERROR, processed",
  "a page",
  "a page, processed",
] as const;

export interface Fate {
  readonly way: (typeof ways)[number];
  readonly moment: (typeof moments)[number];
  /** The worker may die or stall at any step of this call. What it had begun goes on; nobody listens any more. */
  readonly dies: boolean;
}

export interface Shipment {
  readonly name: string;
  readonly method: "card" | "invoice" | "paypal";
  readonly currency: "SEK" | "JPY";
  /** Truly finalized before. */
  readonly before: number;
  /** What the merchant says was finalized before. */
  readonly told: number;
  readonly amount: number;
  /** How the service answers. */
  readonly pending: boolean;
  readonly pendingIs: "PENDING" | "SUCCESS";
  readonly settlements: readonly ("goes through" | "fails")[];
  readonly accepts: 100 | 115;
  /** Whether it ends an authorization at 100 %, though it accepts 115 %. */
  readonly endsAt100: boolean;
  readonly whenFull: "PAYMENT_COMPLETED" | "FINALIZE_AMT_EXCEEDED";
  readonly refusalTells: "all" | "zeros" | "nothing" | "canFinalizeAgain" | "finalized";
  readonly successTells: "all" | "nothing";
  readonly pendingTells: "all" | "pending";
  /** Breaks its contract: takes a second one of whatever is once only. */
  readonly acceptsBoth: boolean;
  /** Another job on the same authorization. */
  readonly others: readonly Other[];
  readonly calls: readonly Fate[];
}

export type Other = { readonly does: "annuls" } | { readonly does: "captures" | "pends"; readonly amount: number };

/** Documented exceptions: what the merchant says is not true, or somebody else captures the same amount meanwhile. */
export type Exception = "none" | "told less" | "told more" | "same amount";

const often = <T>(usual: T, ...rare: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(usual, ...rare) });

const fate: fc.Arbitrary<Fate> = fc.record({
  way: often(...ways),
  moment: fc.oneof(
    { weight: 2, arbitrary: fc.constant("none" as const) },
    { weight: 1, arbitrary: fc.constantFrom(...moments) },
  ),
  dies: often(false, true),
});

const drawn = fc.record({
  method: fc.constantFrom("card" as const, "paypal" as const, "invoice" as const),
  currency: fc.constantFrom("SEK" as const, "JPY" as const),
  before: fc.nat(19),
  amount: fc.nat(20),
  isAllThatIsLeft: fc.boolean(),
  pending: often(false, true),
  pendingIs: fc.constantFrom("PENDING" as const, "SUCCESS" as const),
  settlements: fc.array(fc.constantFrom("goes through" as const, "fails" as const), { maxLength: 2 }),
  accepts: often<100 | 115>(100, 115),
  endsAt100: fc.boolean(),
  whenFull: fc.constantFrom("PAYMENT_COMPLETED" as const, "FINALIZE_AMT_EXCEEDED" as const),
  refusalTells: fc.constantFrom(
    "all" as const,
    "zeros" as const,
    "nothing" as const,
    "canFinalizeAgain" as const,
    "finalized" as const,
  ),
  successTells: often<"all" | "nothing">("all", "nothing"),
  pendingTells: often<"all" | "pending">("all", "pending"),
  acceptsBoth: fc.integer({ min: 0, max: 19 }).map((die) => die === 19),
  other: often<"none" | "captures" | "pends">("none", "captures", "pends"),
  others: fc.integer({ min: 1, max: 20 }),
  annuls: often(false, true),
  calls: fc.array(fate, { minLength: 2, maxLength: 6 }),
});

/** One or two shipments of a night. */
export function nights(exception: Exception): fc.Arbitrary<readonly Shipment[]> {
  const shipments = fc.array(drawn, { minLength: 1, maxLength: 2 });
  return shipments.map((all) => all.map((each, index) => shipmentOf(each, `shipment ${index + 1}`, exception)));
}

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function shipmentOf(drawn: Drawn, name: string, exception: Exception): Shipment {
  const { method, isAllThatIsLeft, other, others: size, annuls, ...rest } = drawn;
  const before = method === "paypal" ? drawn.before : 0;
  const isWhole = isAllThatIsLeft || method === "invoice";
  const told = { none: before, "same amount": before, "told less": before / 2, "told more": (before + 20) / 2 }[
    exception
  ];
  const amount = isWhole ? 20 - Math.floor(told) : Math.min(drawn.amount, 20 - before);
  const theirs = exception === "same amount" ? amount : size + (size === amount ? 1 : 0);
  const jobs: Other[] = other === "none" ? [] : [{ does: other, amount: theirs }];
  if (annuls) jobs.push({ does: "annuls" });
  const tells = rest.acceptsBoth ? ({ successTells: "all", pendingTells: "all" } as const) : {}; // or nobody could tell
  const shipment = { ...rest, ...tells, name, method, before, told: Math.floor(told), amount, others: jobs };
  return { ...shipment, calls: rest.calls.map((call) => ({ ...call, way: wayOf(call, shipment) })) };
}

/** No hop replays what truly fits twice: nothing can help there, and the documents say so. */
function wayOf({ way }: Fate, { method, before, amount, accepts, acceptsBoth }: Omit<Shipment, "calls">): Fate["way"] {
  const isOnce = method !== "paypal" || before + 2 * amount > (accepts * 20) / 100;
  const isTwice = way === "doubled" || way === "replayed";
  return isTwice && (!isOnce || acceptsBoth) ? "late" : way;
}
