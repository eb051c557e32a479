import { FakePaymentService, fault, type RandomFaults } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";

const baseUrl = "https://payments.example.com/api";
const init = { method: "POST", headers: { authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk" } };

/** What becomes of a call: its HTTP status, or that there was no answer. */
const outcomeOf = (service: FakePaymentService, path: string, options: object = init) =>
  service.fetch(baseUrl + path, options).then(
    ({ status }) => status,
    () => "broken",
  );

const create = (service: FakePaymentService) => outcomeOf(service, "/orders/create/ORDER-1001/125.00/SEK");
const finalize = (service: FakePaymentService) => outcomeOf(service, "/transactions/202603040000000001/finalize/1.00");

async function createMany(service: FakePaymentService, count: number) {
  const outcomes = [];
  for (let call = 0; call < count; call += 1) outcomes.push(await create(service));
  return outcomes;
}

describe("next", () => {
  test("is for one call of its operation", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.drop);

    expect(await finalize(service)).toBe(200);
    expect(await create(service)).toBe("broken");
    expect(await create(service)).toBe(201);
  });

  test("armed several times, strikes in the order of arming", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.status(503));
    service.faults.next("finalize", fault.status(504));
    service.faults.next("createOrder", fault.drop);
    service.faults.next("createOrder", fault.status(429));

    expect(await createMany(service, 4)).toEqual([503, "broken", 429, 201]);
    expect(await finalize(service)).toBe(504);
  });

  test("waits for a call of the service: unknown paths and other methods do not count", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.drop);

    expect(await outcomeOf(service, "/orders/created")).toBe(404);
    expect(await outcomeOf(service, "/orders/create", { ...init, method: "PUT" })).toBe(405);
    expect(await create(service)).toBe("broken");
  });

  test("strikes both forms of an operation, and calls that the service would refuse", async () => {
    const service = new FakePaymentService();
    for (let call = 0; call < 4; call += 1) service.faults.next("createOrder", fault.drop);

    expect(await outcomeOf(service, "/orders/create/ORDER-1001/125.00/SEK")).toBe("broken");
    expect(await outcomeOf(service, "/orders/create", { ...init, body: "{}" })).toBe("broken");
    expect(await outcomeOf(service, "/orders/create", { ...init, body: "no JSON" })).toBe("broken");
    expect(await outcomeOf(service, "/orders/create", { method: "POST" })).toBe("broken");
    expect(await outcomeOf(service, "/orders/create", { method: "POST" })).toBe(401);
  });
});

describe("every", () => {
  test("strikes each n-th call", async () => {
    const service = new FakePaymentService();
    service.faults.every(3, "createOrder", fault.drop);
    expect(await createMany(service, 7)).toEqual([201, 201, "broken", 201, 201, "broken", 201]);
  });

  test("of 1 strikes each call", async () => {
    const service = new FakePaymentService();
    service.faults.every(1, "createOrder", fault.drop);
    expect(await createMany(service, 3)).toEqual(["broken", "broken", "broken"]);
  });

  test("counts from when it was armed, and only its operation", async () => {
    const service = new FakePaymentService();
    await create(service);
    service.faults.every(2, "createOrder", fault.drop);

    expect(await create(service)).toBe(201);
    expect(await finalize(service)).toBe(200);
    expect(await create(service)).toBe("broken");
  });

  test("counts per operation", async () => {
    const service = new FakePaymentService();
    service.faults.every(2, "createOrder", fault.status(503));
    service.faults.every(2, "finalize", fault.status(504));

    expect(await create(service)).toBe(201);
    expect(await finalize(service)).toBe(200);
    expect(await finalize(service)).toBe(504);
    expect(await create(service)).toBe(503);
  });

  test("counts calls that another fault decides, next before every, and the first rule before the second", async () => {
    const service = new FakePaymentService();
    service.faults.every(2, "createOrder", fault.status(502));
    service.faults.every(3, "createOrder", fault.status(503));
    service.faults.next("createOrder", fault.status(500));

    //                                             1    2    3    4    5    6    7    8    9
    expect(await createMany(service, 9)).toEqual([500, 502, 503, 502, 201, 502, 201, 502, 503]);
  });

  test.each([0, -1, 1.5, Number.NaN])("%d is no count", (n) => {
    const { faults } = new FakePaymentService();
    expect(() => faults.every(n, "createOrder", fault.drop)).toThrow(
      new RangeError("every: n must be a whole number, 1 or more."),
    );
  });
});

describe("random", () => {
  const options: RandomFaults = { seed: 7, rate: 0.3, faults: [fault.drop, fault.status(503), fault.status(429)] };

  test("strikes the same calls with the same faults for the same seed", async () => {
    const first = new FakePaymentService();
    const second = new FakePaymentService();
    const third = new FakePaymentService();
    first.faults.random(options);
    second.faults.random(options);
    third.faults.random({ ...options, seed: 8 });

    const outcomes = await createMany(first, 100);
    expect(await createMany(second, 100)).toEqual(outcomes);
    expect(await createMany(third, 100)).not.toEqual(outcomes);
  });

  test("does not depend on the service's own seed or clock", async () => {
    const first = new FakePaymentService({ seed: 1 });
    const second = new FakePaymentService({ seed: 2, now: () => new Date(0) });
    first.faults.random(options);
    second.faults.random(options);
    expect(await createMany(second, 50)).toEqual(await createMany(first, 50));
  });

  test("strikes about the share it is told, with each of the faults", async () => {
    const service = new FakePaymentService();
    service.faults.random(options);
    const outcomes = await createMany(service, 1000);
    const count = (outcome: unknown) => outcomes.filter((each) => each === outcome).length;

    expect(count(201)).toBeGreaterThan(650);
    expect(count(201)).toBeLessThan(750);
    for (const outcome of ["broken", 503, 429]) expect(count(outcome)).toBeGreaterThan(70);
  });

  test("of 0 strikes none, of 1 all", async () => {
    const none = new FakePaymentService();
    const all = new FakePaymentService();
    none.faults.random({ ...options, rate: 0 });
    all.faults.random({ ...options, rate: 1, faults: [fault.drop] });

    expect(await createMany(none, 20)).toEqual(Array(20).fill(201));
    expect(await createMany(all, 20)).toEqual(Array(20).fill("broken"));
  });

  test("is for both operations, or for one", async () => {
    const both = new FakePaymentService();
    const one = new FakePaymentService();
    both.faults.random({ seed: 7, rate: 1, faults: [fault.drop] });
    one.faults.random({ seed: 7, rate: 1, faults: [fault.drop], operation: "finalize" });

    expect([await create(both), await finalize(both)]).toEqual(["broken", "broken"]);
    expect([await create(one), await finalize(one)]).toEqual([201, "broken"]);
  });

  test("for one operation draws nothing for the other", async () => {
    const alone = new FakePaymentService();
    const mixed = new FakePaymentService();
    alone.faults.random({ ...options, operation: "createOrder" });
    mixed.faults.random({ ...options, operation: "createOrder" });

    for (let call = 0; call < 50; call += 1) {
      await finalize(mixed);
      expect(await create(mixed)).toBe(await create(alone));
    }
  });

  test("draws also for calls that another fault decides, so that these shift nothing", async () => {
    const plain = new FakePaymentService();
    const shifted = new FakePaymentService();
    plain.faults.random(options);
    shifted.faults.random(options);
    shifted.faults.next("createOrder", fault.status(500));

    expect((await createMany(shifted, 50)).slice(1)).toEqual((await createMany(plain, 50)).slice(1));
  });

  test("comes after every", async () => {
    const service = new FakePaymentService();
    service.faults.every(2, "createOrder", fault.status(500));
    service.faults.random({ seed: 7, rate: 1, faults: [fault.drop] });
    expect(await createMany(service, 4)).toEqual(["broken", 500, "broken", 500]);
  });

  test("comes after every also when it was armed before", async () => {
    const service = new FakePaymentService();
    service.faults.random({ seed: 7, rate: 1, faults: [fault.drop] });
    service.faults.every(2, "createOrder", fault.status(500));
    expect(await createMany(service, 4)).toEqual(["broken", 500, "broken", 500]);
  });

  test("without a fault to draw from is refused", () => {
    const { faults } = new FakePaymentService();
    expect(() => faults.random({ ...options, faults: [] })).toThrow(
      new RangeError("random: faults must hold at least one fault."),
    );
    expect(faults.armed).toEqual([]);
  });

  test.each([-0.1, 1.1, Number.NaN])("%d is no share", (rate) => {
    const { faults } = new FakePaymentService();
    expect(() => faults.random({ ...options, rate })).toThrow(new RangeError("random: rate must be a share, 0 to 1."));
  });
});

describe("what is armed", () => {
  test("is shown as data, in the order in which it would strike", async () => {
    const service = new FakePaymentService();
    const { faults } = service;
    faults.random({ seed: 7, rate: 0, faults: [fault.drop], operation: "finalize" });
    faults.every(2, "createOrder", fault.loseReply);
    faults.next("finalize", fault.status(503));
    faults.next("createOrder", fault.drop);

    const rules = [
      { when: "every", n: 2, operation: "createOrder", fault: fault.loseReply },
      { when: "random", seed: 7, rate: 0, faults: [fault.drop], operation: "finalize" },
    ];
    const forFinalize = { when: "next", operation: "finalize", fault: fault.status(503) };
    expect(faults.armed).toEqual([
      forFinalize,
      { when: "next", operation: "createOrder", fault: fault.drop },
      ...rules,
    ]);

    await create(service);
    expect(faults.armed).toEqual([forFinalize, ...rules]);
    await finalize(service);
    expect(faults.armed).toEqual(rules);
    faults.clear();
    expect(faults.armed).toEqual([]);
  });

  test("is not changed through what is shown, nor through what was given", async () => {
    const { faults } = new FakePaymentService();
    const given = [fault.drop];
    faults.random({ seed: 7, rate: 1, faults: given });
    given.length = 0;
    (faults.armed as unknown[]).length = 0;
    expect(faults.armed).toMatchObject([{ when: "random", faults: [fault.drop] }]);
  });
});

describe("an end to it", () => {
  test("clear forgets what waits and every rule, and keeps the books", async () => {
    const service = new FakePaymentService();
    await create(service);
    service.faults.next("createOrder", fault.drop);
    service.faults.every(1, "createOrder", fault.drop);
    service.faults.random({ seed: 7, rate: 1, faults: [fault.drop] });
    service.faults.clear();

    expect(await createMany(service, 3)).toEqual([201, 201, 201]);
    expect(service.orders).toHaveLength(4);
  });

  test("reset forgets them too, and the books with them", async () => {
    const service = new FakePaymentService();
    await create(service);
    const [first] = service.orders;
    service.faults.every(1, "createOrder", fault.drop);
    service.reset();

    expect([service.orders, service.requests]).toEqual([[], []]);
    expect(await create(service)).toBe(201);
    expect(service.orders).toEqual([first]);
  });

  test("a rule armed anew counts anew", async () => {
    const service = new FakePaymentService();
    service.faults.every(2, "createOrder", fault.drop);
    await create(service);
    service.faults.clear();
    service.faults.every(2, "createOrder", fault.drop);

    expect(await createMany(service, 2)).toEqual([201, "broken"]);
  });
});
