import { type } from "arktype";
import { Decimal, defineOperation } from "merchant-payments";
import * as v from "valibot";
import { expectTypeOf, test } from "vitest";
import type { zod } from "../../../test/operations/custom/described.js";
import type { arktype, valibot } from "./described.js";

declare const described: typeof zod;
declare const ofOthers: [typeof valibot, typeof arktype];

test("an operation has the same type, whatever library describes it", () => {
  for (const { annulPayment } of ofOthers) expectTypeOf(annulPayment).toEqualTypeOf(described.annulPayment);
});

test("a schema that takes the numbers of a response as numbers does not compile", () => {
  const annul = { name: "annul", path: "/annul", effect: "money", input: v.object({}) } as const;
  defineOperation({ ...annul, response: v.object({ amount: v.instance(Decimal) }) });
  defineOperation({ ...annul, response: type({ "amount?": type.instanceOf(Decimal) }) });
  // @ts-expect-error a number of valibot's
  defineOperation({ ...annul, response: v.object({ amount: v.number() }) });
  // @ts-expect-error a number of arktype's
  defineOperation({ ...annul, response: type({ amount: "number" }) });
});
