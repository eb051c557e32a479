const { checkoutAtOwnFake } = require("./checkout.cjs");
const { seenOnNode } = require("./seen-on-node.cjs");

/** Jest's tests of one form of import. */
exports.testTimers = (form, library, testing) => {
  afterEach(() => jest.useRealTimers());

  test(`${form}, real timers`, async () => {
    expect(await checkoutAtOwnFake(library, testing)).toEqual(seenOnNode);
  });

  test(`${form}, fake timers`, async () => {
    jest.useFakeTimers();
    expect(await checkoutAtOwnFake(library, testing)).toEqual(seenOnNode);
  });
};
