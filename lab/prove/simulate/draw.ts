/** Draws nights, as fast-check does, which also makes them smaller when they fail. */
import fc from "fast-check";
import {
  AUTHORIZED,
  type Exception,
  type Given,
  type Intent,
  moments,
  type Other,
  type Outage,
  type Scenario,
  type Shipment,
  type StoreFate,
  ways,
} from "./scenario.ts";

const often = <T>(usual: T, ...rare: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(usual, ...rare) });
const seldom = (rarity: number) => fc.nat(rarity).map((die) => die === rarity);

const met = {
  worker: fc.constantFrom(0 as const, 1 as const),
  calls: fc.array(fc.record({ way: often(...ways), moment: often(...moments) }), { maxLength: 3 }),
  changes: fc.array(often<StoreFate>("plain", "away", "response lost", "done, and then the process stands still"), {
    maxLength: 3,
  }),
  dies: often(false, true),
};

const clock = fc.constantFrom(0, 0, -60_000, 60_000, "sleeps" as const);

const shipment = fc.record({
  isAllThatIsLeft: fc.boolean(),
  amount: fc.oneof(fc.nat(20), fc.constantFrom(10, 17, 18, 19)),
  mistake: often(0, 0, 0, 15),
  correctedTo: fc.integer({ min: 1, max: 20 }),
  deliveries: fc.array(fc.record({ ...met, atOnce: fc.boolean(), isCorrected: seldom(7) }), {
    minLength: 1,
    maxLength: 3,
  }),
  people: fc.array(fc.constantFrom<Intent>("not_captured", "send_again", "correct"), { maxLength: 2 }),
});

const authorization = fc.record({
  method: fc.constantFrom("card" as const, "paypal" as const, "paypal" as const, "invoice" as const),
  currency: fc.constantFrom("SEK" as const, "JPY" as const),
  pending: often(false, true),
  pendingIs: fc.constantFrom("PENDING" as const, "SUCCESS" as const),
  settlements: fc.array(fc.constantFrom("goes through" as const, "fails" as const), { maxLength: 2 }),
  accepts: fc.constantFrom(100 as const, 115 as const),
  endsAt100: seldom(3),
  whenFull: fc.constantFrom("PAYMENT_COMPLETED" as const, "FINALIZE_AMT_EXCEEDED" as const),
  refusalTells: fc.constantFrom<Given["refusalTells"]>(
    "all",
    "all",
    "zeros",
    "nothing",
    "canFinalizeAgain",
    "finalized",
  ),
  successTells: often<"all" | "nothing">("all", "nothing"),
  pendingTells: often<"all" | "pending">("all", "pending"),
  acceptsBoth: seldom(19),
  other: often<"none" | "captures" | "pends">("none", "none", "captures", "pends"),
  others: fc.integer({ min: 1, max: 20 }),
  otherAfter: fc.nat(2),
  annuls: seldom(3),
  annulsAfter: fc.nat(2),
  errs: seldom(15),
  isInTurn: fc.boolean(),
  shipments: fc.array(shipment, { minLength: 1, maxLength: 2 }),
});

/** A night's doings, with one or two authorizations. */
export function nights(exception: Exception): fc.Arbitrary<Scenario> {
  return fc.record({
    authorizations: fc
      .array(authorization, { minLength: 1, maxLength: 2 })
      .map((all) => all.map((each, index) => givenBy(each, index, exception))),
    sweeps: fc.array(fc.record(met), { maxLength: 3 }),
    ticksMs: fc.array(fc.constantFrom(50, 50, 50, 500, 2_000, 5_000, 12_000), { minLength: 1, maxLength: 6 }),
    clocks: fc.tuple(clock, clock),
    outage: often<Outage | undefined>(undefined, undefined, "unreachable", "a page", "HTTP_401"),
    bookFailures: often(0, 1, 2),
    poisonous: often<number | undefined>(undefined, undefined, undefined, 0, 1),
  });
}

type Drawn = typeof authorization extends fc.Arbitrary<infer T> ? T : never;

function givenBy(drawn: Drawn, index: number, exception: Exception): Given {
  const { other, others: size, otherAfter, annuls, annulsAfter, errs, shipments, ...rest } = drawn;
  const told = exception === "told less" ? AUTHORIZED / 2 : AUTHORIZED;
  const acceptsBoth = exception === "accepts both" || (exception === "none" && rest.acceptsBoth);
  const tells = acceptsBoth ? ({ successTells: "all", pendingTells: "all" } as const) : {}; // or nobody could tell
  let left = told;
  const sized = shipments.map(({ isAllThatIsLeft, amount: part, mistake, ...shipment }, place): Shipment => {
    const isRest = place > 0 && part > AUTHORIZED / 2;
    const isWhole = isAllThatIsLeft || isRest || rest.method === "invoice";
    const amount = isWhole ? left : Math.min(part, left) + (rest.method === "paypal" ? mistake : 0);
    left = isWhole ? told : left - amount > 0 ? left - amount : told;
    const people = errs && place === 0 && shipments.length > 1 ? (["say captured, without a look"] as const) : [];
    return { ...shipment, amount, key: `key ${index + 1}.${place + 1}`, people: errs ? people : shipment.people };
  });
  const taken = sized.flatMap(({ amount, correctedTo }) => [amount, correctedTo]);
  const theirs = exception === "same amount" ? (sized[0]?.amount ?? size) : unlike(size, taken);
  const jobs: Other[] = other === "none" || errs ? [] : [{ does: other, amount: theirs, after: otherAfter }];
  if (annuls) jobs.push({ does: "annuls", amount: 0, after: annulsAfter });
  return { ...rest, ...tells, acceptsBoth, told, id: `20140925125128067${index}`, others: jobs, shipments: sized };
}

/** Who captures the very same amount cannot be told from us: a documented precondition. */
function unlike(size: number, taken: readonly number[]): number {
  return taken.includes(size) ? unlike((size % 20) + 1, taken) : size;
}
