import { runInNewContext } from "node:vm";
import { Decimal } from "merchant-payments";

/** Part of every text that no error may show. */
export const MARK = "Hemlig";
/** Part of every number that no error may show. */
export const MARKED_DIGITS = "91827364";

/** Values that JSON cannot carry, made anew for each case. An input with one of them is invalid. */
export const unsendable: Readonly<Record<string, () => unknown>> = {
  bigint: () => BigInt(MARKED_DIGITS),
  symbol: () => Symbol(MARK),
  arrow: () => () => MARK,
  NaN: () => Number.NaN,
  Infinity: () => Number.NEGATIVE_INFINITY,
  Map: () => new Map([[MARK, MARK]]),
  Set: () => new Set([MARK]),
  RegExp: () => /Hemlig/,
  Error: () => new Error(MARK),
  Promise: () => Promise.resolve(MARK),
  bytes: () => new TextEncoder().encode(MARK),
  ArrayBuffer: () => new ArrayBuffer(8),
  notADecimal: () => new Decimal(Number.NaN),
  endlessDecimal: () => new Decimal(Number.POSITIVE_INFINITY),
  hugeDecimal: () => new Decimal("1e400"),
  longDecimal: () => new Decimal(MARKED_DIGITS.repeat(6)),
  otherRealmsMap: () => new OtherRealmsMap(),
  toJSONThatGivesABigint: () => ({ toJSON: () => 1n }),
  toJSONThatGivesItself: () => ({ toJSON: itself }),
  toJSONWithoutEnd: () => endless(),
  itself: () => holding({ mark: MARK }, (object) => ({ object })),
  itselfInAList: () => holding([], (list) => list),
  deep: () => nested(5_000),
};

/** Such values whose rejection may take long. They are drawn rarely. */
export const slow: Readonly<Record<string, () => unknown>> = {
  longestList: () => new Array(2 ** 32 - 1),
};

/** Values that the rules allow to be sent or invalid. What is sent must be what was read first. */
export const arguable: Readonly<Record<string, () => unknown>> = {
  pretendedDecimal: () => ({ s: 1, e: 0, d: [1], toStringTag: "[object Decimal]" }),
  decimalOfWords: () => ({ s: 1, e: 0, d: ["1,"], toStringTag: "[object Decimal]" }),
  decimalWithoutEnd: () => ({ s: 1, e: 2, d: [125, 0], toStringTag: "[object Decimal]" }),
  decimalThatFillsMemory: () => Object.assign(new Decimal(125), { d: [125, 100_000_000] }),
  decimalOfNothing: () => ({ toStringTag: "[object Decimal]" }),
  decimalWithOwnToFixed: () =>
    Object.assign(new Decimal(1), { toFixed: () => '1,"injected":true', toJSON: () => MARK }),
  classWithGetters: () => new WithGetter(),
  rawJSON: () => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON("1e5"),
};

const OtherRealmsMap: typeof Map = runInNewContext("Map");

class WithGetter {
  get amount() {
    return MARK;
  }
}

function itself(): object {
  return { toJSON: itself };
}

function endless(): object {
  return { a: 1, toJSON: () => ({ b: endless() }) };
}

/** The target, with a reference to itself added in this way. */
function holding<T extends object>(target: T, itself: (target: T) => object): T {
  return Object.assign(target, { 0: itself(target) });
}

function nested(levels: number): unknown {
  let value: unknown = MARK;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}
