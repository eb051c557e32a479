import * as library from "merchant-payments";
import * as testing from "merchant-payments/testing";
import { checkoutAtOwnFake } from "./checkout.cjs";
import { seenOnNode } from "./seen-on-node.cjs";

afterEach(() => jest.useRealTimers());

test("import, real timers", async () => {
  expect(await checkoutAtOwnFake(library, testing)).toEqual(seenOnNode);
});

test("import, fake timers", async () => {
  jest.useFakeTimers();
  expect(await checkoutAtOwnFake(library, testing)).toEqual(seenOnNode);
});
