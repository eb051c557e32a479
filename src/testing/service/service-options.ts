import * as z from "zod/mini";
import { type Assumption, assumptions } from "../../errors/facts.js";
import { callback, notEmpty, numberThat, partialOf, textLike } from "./input.js";
import type { FakeRiskAssessment } from "./rules/finalizations.js";
import { type FakeQuirks, quirksSchema } from "./rules/quirks.js";

/** Options of a fake. */
export interface FakePaymentServiceOptions {
  /** @defaultValue "merchant-1" */
  readonly merchantId?: string;
  /** @defaultValue "fake-password" */
  readonly password?: string;
  /**
   * The same seed gives the same order ids.
   * @defaultValue 1
   */
  readonly seed?: number;
  /**
   * The time of `clock` until you move it. Transaction ids and batch ids begin with its day, in UTC.
   * @defaultValue the system's clock
   */
  readonly now?: () => Date;
  /**
   * Added to every finalization that succeeds, as if risk assessment were configured for the merchant. Text is sent
   * unchanged. In the contract, the field is text that holds an object: `'{"mode":"ACTIVE","result":"APPROVED"}'`.
   */
  readonly riskAssessment?: FakeRiskAssessment | string;
  /**
   * Rules that the fake does not check. Use the same list as your client's `waive`.
   * @defaultValue []
   */
  readonly waive?: readonly Assumption[];
  /**
   * How many of the last requests are kept. `Infinity` keeps all.
   * @defaultValue 1000
   */
  readonly keepRequests?: number;
  /**
   * Differences between your service and the fake.
   * @defaultValue none
   */
  readonly quirks?: FakeQuirks;
}

const isCount = (value: number) => value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);

export const serviceShape = {
  merchantId: textLike(/^[^:]+$/, "text without a colon, and not empty"), // HTTP Basic can carry no other
  password: notEmpty,
  seed: numberThat("a whole number, 0 to 4294967295", (seed) => seed >= 0 && seed < 2 ** 32 && Number.isInteger(seed)),
  now: callback<() => Date>(),
  riskAssessment: z.custom<FakeRiskAssessment | string>(),
  waive: z.array(z.enum(assumptions)),
  keepRequests: numberThat("a whole number, or Infinity", isCount),
  quirks: quirksSchema,
};

export const serviceSchema = partialOf(serviceShape);
