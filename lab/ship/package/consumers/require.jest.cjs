const library = require("merchant-payments");
const testing = require("merchant-payments/testing");
const { checkoutAtOwnFake } = require("./checkout.cjs");
const { seenOnNode } = require("./seen-on-node.cjs");

afterEach(() => jest.useRealTimers());

test("require, real timers", async () => {
  expect(await checkoutAtOwnFake(library, testing)).toEqual(seenOnNode);
});

test("require, fake timers", async () => {
  jest.useFakeTimers();
  expect(await checkoutAtOwnFake(library, testing)).toEqual(seenOnNode);
});
