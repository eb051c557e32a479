/** What a balance must show for a decision: 60 of 100 SEK by PayPal was sent, and nothing can arrive any more. */
import { OnceDecisionError } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { adopted } from "../../src/once/rules/adopt.js";
import { corrected } from "../../src/once/rules/correct.js";
import { decided, type OnceDecision } from "../../src/once/rules/decisions.js";
import { withOwner } from "../../src/once/rules/owner.js";
import { isSumCertain } from "../../src/once/rules/shown.js";
import { HOUR, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const signed = { by: "Åsa", why: "seen in the back office" };
const sent = (more: Partial<OnceRecord> = {}) =>
  record("parked", { mayBeCaptured: true, mayArriveUntil: 31 * MINUTE, attempts: 1, ...more });
const other = (state: OnceRecord["state"], more: Partial<OnceRecord> = {}) => record(state, { key: "K-0", ...more });
const of = (totalAmount: string) => ({ request: { ...request, totalAmount } });
const byPerson = { history: [{ at: 0, state: "parked", by: "Bo", why: "seen" }] } as const;

const decide = (decision: object, others: readonly OnceRecord[] = [], own = sent()) =>
  decided(
    known(own, 40 * MINUTE, others),
    { ...own, seenAt: 40 * MINUTE },
    { ...signed, ...decision } as OnceDecision,
    partOnly,
  );

const balance = (finalized: string, pending = "0") => ({ balance: { finalized, pending } });
const differs = { balance: { differs: "refunded last week" } };

describe("a balance that is given must show what is decided:", () => {
  test.each<[string, object, readonly OnceRecord[], boolean]>([
    ["not_captured, and the service has it", balance("60.00"), [], false],
    ["not_captured, and nothing is finalized", balance("0.00"), [], true],
    ["not_captured, and something is pending", balance("0", "60"), [], false],
    ["not_captured, and another key's capture is finalized", balance("40"), [other("captured", of("40.00"))], true],
    ["not_captured, and another key's capture was refunded", balance("0"), [other("captured", of("40.00"))], false],
    ["not_captured, without a balance", {}, [], false],
  ])("%s", (_what, given, others, isTaken) => {
    const act = () => decide({ as: "not_captured", ...given }, others);
    if (isTaken) expect(act()).toMatchObject({ state: "not_captured" });
    else expect(act).toThrow(OnceDecisionError);
  });

  test.each<[string, object, readonly OnceRecord[], boolean]>([
    ["captured, and nothing is finalized", balance("0"), [], false],
    ["captured, and it is finalized", balance("60"), [], true],
    ["captured, and it is pending", balance("0", "60"), [], false],
    ["captured, and more is finalized", balance("90"), [], false],
    ["captured with its transaction, and more is finalized", { transactionId: "T-1", ...balance("90") }, [], true],
    [
      "captured with the authorization's own id, and more is finalized",
      { transactionId: request.transactionId, ...balance("90") },
      [],
      false,
    ],
    ["captured, with another key's capture", balance("100"), [other("captured", of("40.00"))], true],
    ["captured, without another key's capture", balance("60"), [other("captured", of("40.00"))], false],
    ["captured, without a balance", {}, [], true],
  ])("%s", (_what, given, others, isTaken) => {
    const act = () => decide({ as: "captured", ...given }, others);
    if (isTaken) expect(act()).toMatchObject({ state: "captured" });
    else expect(act).toThrow(OnceDecisionError);
  });

  test("the error shows both sides, and what to do", () => {
    expect(() => decide({ as: "not_captured", ...balance("100.00") })).toThrow(
      new OnceDecisionError(
        'K-1: the balance shows 100.00 finalized and 0 pending, and not_captured needs 0 finalized. Find out what was captured. If a refund explains the difference, or if the figures are of another kind, give balance: { differs: "the reason" }',
      ),
    );
    expect(() => decide({ as: "captured", ...balance("100.00") })).toThrow(
      "captured needs 60.00 finalized and nothing pending, and more only with the transactionId of this capture",
    );
  });

  test("it is kept in the key's history", () => {
    expect(decide({ as: "not_captured", ...balance("0.00") }).history).toEqual([
      { at: 40 * MINUTE, state: "parked", ...signed, balance: { finalized: "0.00", pending: "0", differs: undefined } },
    ]);
  });
});

describe("where another key is unfinished or was captured by a person,", () => {
  const doubtful: [string, OnceRecord][] = [
    ["unfinished", other("unknown", of("40.00"))],
    ["captured by a person", other("captured", { ...of("40.00"), ...byPerson })],
  ];

  test.each(doubtful)("not_captured takes any balance, but needs one: %s", (_what, beside) => {
    expect(decide({ as: "not_captured", ...balance("40", "40") }, [beside])).toMatchObject({
      state: "not_captured",
      history: [{ balance: { finalized: "40", pending: "40" } }],
    });
    expect(() => decide({ as: "not_captured" }, [beside])).toThrow(
      "K-1 may be captured: not_captured needs the balance",
    );
    expect(() => decide({ as: "not_captured", ...balance("0", "60") }, [beside], sent({ state: "pending" }))).toThrow(
      "K-1: the balance shows 0 finalized and 60 pending, and not_captured needs a balance in which nothing is pending.",
    );
  });

  const before =
    "Do this after 1970-01-01T00:31:00.000Z: until then, the request may still arrive. " +
    "If a capture of 60.00 SEK is there that no other key has, decide captured, with its transactionId";
  const after = " In any other case, find out first what was captured.";
  const unknown = " If the back office does not know the authorization, the request names a wrong one: correct it";

  test.each<[string, OnceRecord, advice: string]>([
    [
      "unfinished",
      other("unknown", of("40.00")),
      `because K-0 of it is not finished. ${before}. If there is none and nothing is pending, decide not_captured, with the balance that you see.${unknown} once K-0 is closed, with a balance of 0 and 0.${after}`,
    ],
    [
      "captured by a person, and both are more than was authorized",
      other("captured", byPerson),
      `because a person decided about another key of it. ${before} and the balance. If there is none and nothing is pending, correct its amount, or decide not_captured, with the balance that you see.${unknown} once the captured keys that name it are decided not_captured, with a balance of 0 and 0.${after}`,
    ],
    [
      "not captured by a balance that differed",
      other("not_captured", { history: [{ at: 0, state: "parked", by: "Bo", balance: { differs: "per order" } }] }),
      `because a person decided about another key of it. ${before}. If there is none and nothing is pending, decide not_captured, with the balance that you see.${unknown}, with a balance of 0 and 0.${after}`,
    ],
  ])("the advice leads to the transactions: %s", (_what, beside, advice) => {
    const question = withOwner(sent(), [beside], terms).advice ?? "";
    expect(question.slice(question.indexOf("because"))).toBe(advice);
  });

  test.each(doubtful)("send_again stays strict: %s", (_what, beside) => {
    expect(() => decide({ as: "send_again", ...balance("0") }, [beside])).toThrow(OnceDecisionError);
  });

  const decision = { by: "Bo", why: "seen" };
  const onceDiffered = { at: 5, state: "parked", ...decision, balance: { differs: "per order" } } as const;
  test.each<[string, isInDoubt: boolean, OnceRecord["state"], OnceRecord["history"]]>([
    ["captured by a person", true, "captured", [{ at: 6, state: "unknown", ...decision }]],
    ["sent again by a person, and captured", false, "captured", [{ at: 5, state: "unknown", ...decision }]],
    ["captured, to which a person added ids", false, "captured", [{ at: 6, state: "captured", ...decision }]],
    [
      "captured, with a late response",
      false,
      "captured",
      [{ at: 6, state: "unknown", late: { state: "captured", finalization: {} } }],
    ],
    [
      "corrected on the same authorization since its balance differed",
      true,
      "rejected",
      [onceDiffered, { at: 6, state: "not_captured", ...decision, request }],
    ],
    [
      "corrected to this authorization since its balance differed",
      false,
      "rejected",
      [onceDiffered, { at: 6, state: "not_captured", ...decision, request: { ...request, transactionId: "T-9" } }],
    ],
  ])("beside a key that was %s, the sum is in doubt: %s", (_what, isInDoubt, state, history) => {
    const beside = [other(state, { ...of("40.00"), lastSentAt: 5, history })];
    const act = () => decide({ as: "captured", ...balance("7") }, beside);
    if (isInDoubt) expect(act()).toMatchObject({ state: "captured" });
    else expect(act).toThrow("K-1: the balance shows 7 finalized and 0 pending, and captured needs");
  });

  test("captured needs the capture's own transaction while the other key is unfinished", () => {
    const [[, unfinished], [, byPersonCaptured]] = doubtful as [(typeof doubtful)[0], (typeof doubtful)[0]];
    expect(() => decide({ as: "captured", ...balance("40") }, [unfinished])).toThrow(
      'K-1: K-0 of the same authorization is not finished, so that no balance shows which of the two was captured: give the transactionId of this capture, or balance: { differs: "the reason" } if no balance can',
    );
    expect(decide({ as: "captured", transactionId: "T-1" }, [unfinished])).toMatchObject({ state: "captured" });
    expect(decide({ as: "captured", ...balance("7") }, [byPersonCaptured])).toMatchObject({ state: "captured" });
  });

  test("a slip about one key does not make only the wrong decision about its sibling possible", () => {
    const slip = decide({ as: "captured" }, [], sent({ key: "K-0", ...of("40.00") })); // only 60.00 was captured
    expect(decide({ as: "captured", ...balance("60") }, [slip])).toMatchObject({ state: "captured" });
  });
});

describe("a balance that differs", () => {
  test.each(["captured", "not_captured"])("takes the place of every demand for %s, and is kept", (as) => {
    const beside = [other("unknown"), other("captured", { key: "K-2" })];
    expect(decide({ as, ...differs }, beside)).toMatchObject({
      state: as,
      history: [{ balance: { differs: "refunded last week" } }],
    });
    const figures = { balance: { differs: "per order", finalized: "160.00", pending: "0" } };
    expect(decide({ as, ...figures }, beside).history.at(-1)).toMatchObject(figures);
  });

  test("is not enough to send again, and needs a reason", () => {
    expect(() => decide({ as: "send_again", ...differs })).toThrow(
      "K-1 must not be sent again without a balance that shows that it was not captured: give finalized and pending, and not differs",
    );
    for (const differs of ["", "  "]) {
      expect(() => decide({ as: "captured", balance: { differs } })).toThrow(
        "balance.differs must say why the balance does not show what is decided",
      );
    }
  });

  test("keeps the one figure that the back office has, if it is an amount", () => {
    expect(decide({ as: "not_captured", balance: { differs: "no pending figure", finalized: "0" } }).history).toEqual([
      expect.objectContaining({ balance: { differs: "no pending figure", finalized: "0" } }),
    ]);
    expect(() => decide({ as: "not_captured", balance: { differs: "per order", pending: "none" } })).toThrow(TypeError);
  });

  test("makes the sum uncertain for the authorization's other keys", () => {
    const refunded = decide({ as: "not_captured", ...differs }, [], sent({ key: "K-0" }));
    expect(withOwner(sent(), [refunded], terms).advice).toContain("its sums prove nothing, because a person decided");
    expect(decide({ as: "not_captured", ...balance("60") }, [refunded])).toMatchObject({ state: "not_captured" });
  });
});

describe("the transaction of a capture", () => {
  test("cannot be that of another key's capture", () => {
    const taken = other("captured", { finalization: { transactionId: "T-1" }, ...of("40.00") });
    expect(() => decide({ as: "captured", transactionId: "T-1" }, [taken])).toThrow(
      "K-1: the capture T-1 is stored as K-0: give this key's own capture",
    );
  });

  test("has no blanks around it, and is not there if it is empty", () => {
    const taken = other("captured", { finalization: { transactionId: "T-1 " }, ...of("30.00") });
    expect(() => decide({ as: "captured", transactionId: " T-1" }, [taken])).toThrow("T-1 is stored as K-0");
    const none = decide({ as: "captured", transactionId: " ", batchId: "" });
    expect([none.finalization.transactionId, none.finalization.batchId]).toEqual([undefined, undefined]);
    expect(() => decide({ as: "captured", transactionId: "", ...balance("90") })).toThrow("and more only with the");
    expect(decide({ as: "captured", transactionId: " T-2 " }).finalization.transactionId).toBe("T-2");
  });

  test("identifies nothing if it is that of the authorization, and is never compared", () => {
    const { transactionId } = request;
    const taken = other("captured", { finalization: { transactionId }, ...of("40.00") });
    expect(decide({ as: "captured", transactionId }, [taken])).toMatchObject({ state: "captured" });
  });

  test("is asked for before the same amount is adopted twice", () => {
    const adoption = { ...signed, isBooked: true, at: new Date(0), authorization: request };
    const asked = { key: "K-1", authorizationId: "A-1", request };
    const adopt = (beside: OnceRecord, transactionId?: string) =>
      adopted(known(undefined, 40 * MINUTE, [beside]), asked, { ...adoption, transactionId }, terms);
    expect(() => adopt(other("captured"))).toThrow(
      "K-1: K-0 has captured the same amount, and its transactionId is not stored, so that it may be this capture. Decide K-0 captured again, with its transactionId, and then adopt this one with its own",
    );
    const named = other("captured", { finalization: { transactionId: "T-0" } });
    expect(() => adopt(named)).toThrow("K-1: K-0 has captured the same amount, and may be this capture");
    expect(adopt(named, "T-1")).toMatchObject({ state: "captured" });
  });
});

describe("a key whose capture would be more than was authorized", () => {
  const beside = [other("captured")]; // 60 and 60 of 100

  test("is captured only with a balance that shows it", () => {
    for (const state of ["captured", "conflict"] as const) {
      expect(() => decide({ as: "captured", transactionId: "T-1" }, [other(state)])).toThrow(
        'K-1: with the other keys, 120.00 would be captured of 100.00: give the balance that shows it, or balance: { differs: "the reason" } if no balance can',
      );
    }
    expect(decide({ as: "captured", ...balance("120") }, beside)).toMatchObject({ state: "captured" });
  });

  test("leads to a correction, and asks for no figure above what was authorized", () => {
    const { advice } = withOwner(sent({ state: "conflict" }), beside, terms);
    expect(advice).toBe(
      "With this key, 120.00 of 100.00 SEK would be captured: its amount is probably too large. " +
        "Look up the finalized and the pending amount of authorization 202601150000000001 in the back office; add what was refunded to the finalized amount, unless it was captured by mistake. " +
        "Do this after 1970-01-01T00:31:00.000Z: until then, the request may still arrive. " +
        "(1) If 60.00 SEK is finalized and nothing is pending, the capture was not made: correct its amount. " +
        "(2) If something is pending, look again later. " +
        "(3) In any other case, somebody else captured too, or this capture was made twice, unless the service accepts more than was authorized: find out which before you decide. " +
        "(4) If the back office does not know the authorization, the request names a wrong one: correct it, with a balance of 0 and 0.",
    );
  });
});

test.each([
  ["nothing of it was captured", "40.00", { totalAmountFinalized: "0", totalAmountPendingFinalization: "0" }],
  ["only what is left is told", "40.00", {}],
  ["all of it is left", undefined, { amountRemainingForFinalize: "60.00" }],
  ["it is finalized", undefined, { totalAmountFinalized: "60.00", totalAmountPendingFinalization: "0" }],
  ["it is pending", undefined, { totalAmountFinalized: "0", totalAmountPendingFinalization: "60.00" }],
])("if 40.00 is left, the advice names it for a correction or not: %s", (_what, left, told) => {
  const finalization = { amountRemainingForFinalize: "40.00", ...told };
  const correction = left === undefined ? "." : `: correct its amount, because only ${left} SEK is left.`;
  expect(withOwner(sent({ finalization }), [], terms).advice).toContain(
    `(2) If 0 SEK is finalized and nothing is pending, the capture was not made${correction} (3)`,
  );
});

/** What can be true of an authorization, and what its back office then shows. */
const worlds = [0, 60].flatMap((captured) =>
  [0, 40].flatMap((before) =>
    [0, 60].map((refunded) => ({ captured, before, refunded: Math.min(refunded, captured + before) })),
  ),
);
const siblings: Record<string, OnceRecord[]> = {
  "no other key": [],
  "a captured key": [other("captured", { ...of("40.00"), finalization: { transactionId: "T-0" } })],
  "a captured key without a transaction": [other("captured", of("40.00"))],
  "a key captured by a person": [other("captured", { ...of("40.00"), ...byPerson })],
  "an unfinished key": [other("unknown", of("40.00"))],
  "two unfinished keys": [other("unknown", of("40.00")), other("parked", { key: "K-2" })],
  "a key whose balance differed": [
    other("not_captured", { history: [{ at: 0, state: "parked", by: "Bo", balance: { differs: "per order" } }] }),
  ],
};

describe.each(Object.entries(siblings))("beside %s", (_what, others) => {
  test.each(worlds)("what is true can be decided: %j", ({ captured, before, refunded }) => {
    const shown = balance(`${captured + before - refunded}`);
    const as = captured > 0 ? "captured" : "not_captured";
    const accepted = [shown, differs].filter((given) => {
      try {
        return decide({ as, ...given }, others).state === as;
      } catch (error) {
        if (error instanceof OnceDecisionError) return false;
        throw error;
      }
    });
    expect(accepted).toContain(differs);
    const isCertain = isSumCertain({ own: sent(), others });
    if (isCertain && refunded === 0 && (before === 40) === others.length > 0) expect(accepted).toContain(shown);
  });
});

test.each(Object.entries(siblings))("what the advice names is what decide accepts, beside %s", (_what, others) => {
  const own = sent();
  const { advice = "" } = withOwner(own, others, terms);
  const [, captured, notCaptured] = /\(1\) If (\S+) SEK .*\(2\) If (\S+) SEK /.exec(advice) ?? [];
  expect(captured === undefined).toBe(!advice.includes("(1)"));
  if (captured === undefined || notCaptured === undefined) return;
  expect(decide({ as: "captured", ...balance(captured) }, others)).toMatchObject({ state: "captured" });
  expect(decide({ as: "not_captured", ...balance(notCaptured) }, others)).toMatchObject({ state: "not_captured" });
  expect(decide({ as: "send_again", ...balance(notCaptured) }, others)).toMatchObject({ state: "retryable" });
  expect(() => decide({ as: "captured", ...balance(notCaptured) }, others)).toThrow(OnceDecisionError);
  expect(() => decide({ as: "not_captured", ...balance(captured) }, others)).toThrow(OnceDecisionError);
});

test("a look-up decides nothing where the sum is in doubt", () => {
  const lookedUp = { finalized: "60.00", pending: "0", since: 2 * HOUR, at: 3 * HOUR };
  expect(() =>
    decide({ as: "captured", balance: lookedUp }, [other("unknown", of("40.00"))], sent({ lookedUp })),
  ).toThrow("a look-up decides nothing here");
});

test("a look-up of more than was authorized is in no case of the question but the last", () => {
  const lookedUp = { finalized: "120.00", pending: "0", since: 2 * HOUR, at: 3 * HOUR };
  const { advice } = withOwner(sent({ lookedUp }), [other("captured")], terms);
  expect(advice).toContain("120.00 SEK finalized and nothing pending");
  expect(advice).toContain("if nothing was refunded, this is case (3)");
  expect(() => decide({ as: "captured", balance: lookedUp }, [other("captured")], sent({ lookedUp }))).toThrow(
    "K-1: the look-up does not show that it is captured: it is case (3) of its advice",
  );
});

test.each([
  ["the facts", { authorizedAmount: "80.00" }],
  ["the amount", { totalAmount: "50.00" }],
])("a balance that is given for a correction of %s must show that nothing was captured", (_what, more) => {
  const own = record("parked");
  const given = { key: "K-1", authorizationId: "A-1", request: { ...request, ...more } };
  const correct = (finalized: string) => {
    const correction = { ...signed, authorization: given.request, ...balance(finalized) };
    return corrected(known(own, 40 * MINUTE), { ...own, seenAt: 40 * MINUTE }, correction, given, partOnly);
  };
  expect(correct("0")).toMatchObject({ state: "retryable", history: [{ balance: { finalized: "0", pending: "0" } }] });
  expect(() => correct("60")).toThrow("K-1 must not be sent again: 60 is finalized, and the other keys captured 0.");
});
