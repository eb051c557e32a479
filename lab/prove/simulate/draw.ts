/** Draws scenarios with fast-check, which also shrinks the ones that fail. */
import fc from "fast-check";
import * as plan from "./scenario.ts";

const often = <T>(usual: T, ...rare: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(usual, ...rare) });
const seldom = (rarity: number) => fc.nat(rarity).map((die) => die === rarity);

const storeFault = often<plan.StoreFault>("none", "away", "response lost", "done, and the process stalls");
const circumstances = {
  worker: fc.constantFrom(0 as const, 1 as const),
  calls: fc.array(fc.record({ way: often(...plan.ways), substitute: often(...plan.substitutes) }), { maxLength: 3 }),
  changes: fc.array(storeFault, { maxLength: 3 }),
  dies: often(false, true),
};

const clock = fc.constantFrom(0, 0, -60_000, 60_000, "sleeps" as const);

const delivery = fc.record({ ...circumstances, atOnce: fc.boolean(), isCorrected: seldom(7) });
const shipment = fc.record({
  isAllThatIsLeft: fc.boolean(),
  amount: fc.oneof(fc.nat(20), fc.constantFrom(10, 17, 18, 19)),
  mistake: often(0, 0, 0, 15),
  correctedTo: fc.integer({ min: 1, max: 20 }),
  deliveries: fc.array(delivery, { minLength: 1, maxLength: 3 }),
  people: fc.array(fc.constantFrom<plan.Intent>("not_captured", "send_again", "correct"), { maxLength: 2 }),
});

const rejectionTells = ["all", "all", "zeros", "nothing", "canFinalizeAgain", "finalized"] as const;
const authorization = fc.record({
  method: fc.constantFrom("card" as const, "paypal" as const, "paypal" as const, "invoice" as const),
  currency: fc.constantFrom("SEK" as const, "JPY" as const),
  pending: often(false, true),
  pendingIs: fc.constantFrom("PENDING" as const, "SUCCESS" as const),
  completions: fc.array(fc.constantFrom("goes through" as const, "fails" as const), { maxLength: 2 }),
  accepts: fc.constantFrom(100 as const, 115 as const),
  endsAt100: seldom(3),
  whenFull: fc.constantFrom("PAYMENT_COMPLETED" as const, "FINALIZE_AMT_EXCEEDED" as const),
  rejectionTells: fc.constantFrom<plan.Given["rejectionTells"]>(...rejectionTells),
  successTells: often<"all" | "nothing">("all", "nothing"),
  pendingTells: often<"all" | "pending">("all", "pending"),
  acceptsBoth: seldom(19),
  other: often<"none" | "captures" | "pends">("none", "none", "captures", "pends"),
  otherAmount: fc.integer({ min: 1, max: 20 }),
  otherAfter: fc.nat(2),
  annuls: seldom(3),
  annulsAfter: fc.nat(2),
  isMisjudged: seldom(15),
  isInTurn: fc.boolean(),
  shipments: fc.array(shipment, { minLength: 1, maxLength: 2 }),
});

/** A batch with one or two authorizations. */
export function scenarios(exception: plan.Exception): fc.Arbitrary<plan.Scenario> {
  return fc.record({
    authorizations: fc
      .array(authorization, { minLength: 1, maxLength: 2 })
      .map((all) => all.map((each, index) => givenBy(each, index, exception))),
    sweeps: fc.array(fc.record(circumstances), { maxLength: 3 }),
    ticksMs: fc.array(fc.constantFrom(50, 50, 50, 500, 2_000, 5_000, 12_000), { minLength: 1, maxLength: 6 }),
    clocks: fc.tuple(clock, clock),
    outage: often<plan.Outage | undefined>(undefined, undefined, "unreachable", "a page", "HTTP_401"),
    bookFailures: often(0, 1, 2),
    forbidden: often<number | undefined>(undefined, undefined, undefined, 0, 1),
  });
}

type Drawn = typeof authorization extends fc.Arbitrary<infer T> ? T : never;

function givenBy(drawn: Drawn, index: number, exception: plan.Exception): plan.Given {
  const { other, otherAmount, otherAfter, annuls, annulsAfter, isMisjudged, shipments, ...rest } = drawn;
  const stated = exception === "stated too low" ? plan.AUTHORIZED / 2 : plan.AUTHORIZED;
  const acceptsBoth = exception === "accepts both" || (exception === "none" && rest.acceptsBoth);
  const tells = acceptsBoth ? ({ successTells: "all", pendingTells: "all" } as const) : {}; // or it could not be found
  let left = stated;
  const sized = shipments.map(({ isAllThatIsLeft, amount: part, mistake, ...shipment }, place): plan.Shipment => {
    const isRest = place > 0 && part > plan.AUTHORIZED / 2;
    const isWhole = isAllThatIsLeft || isRest || rest.method === "invoice";
    const amount = isWhole ? left : Math.min(part, left) + (rest.method === "paypal" ? mistake : 0);
    left = isWhole ? stated : left - amount > 0 ? left - amount : stated;
    const unseen = place === 0 && shipments.length > 1 ? (["captured, unseen"] as const) : [];
    return {
      ...shipment,
      amount,
      key: `key ${index + 1}.${place + 1}`,
      people: isMisjudged ? unseen : shipment.people,
    };
  });
  const ours = sized.flatMap(({ amount, correctedTo }) => [amount, correctedTo]);
  const theirs = exception === "same amount" ? (sized[0]?.amount ?? otherAmount) : unlike(otherAmount, ours);
  const others: plan.OtherJob[] =
    other === "none" || isMisjudged ? [] : [{ does: other, amount: theirs, after: otherAfter }];
  if (annuls) others.push({ does: "annuls", amount: 0, after: annulsAfter });
  return { ...rest, ...tells, acceptsBoth, stated, id: `20140925125128067${index}`, others, shipments: sized };
}

/** Another job that captures the very same amount cannot be told from ours: a documented precondition. */
function unlike(amount: number, ours: readonly number[]): number {
  return ours.includes(amount) ? unlike((amount % 20) + 1, ours) : amount;
}
