import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { refusedOrder, sentOrder } from "../support/stub-client.js";

const detailed = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK", lineItems: [], billTo: {} };

describe("customer", () => {
  test("with every field of the contract", async () => {
    const customer = {
      customerId: "4711",
      governmentId: "5561234567",
      emailAddress: "asa@example.se",
      name: { companyName: "Åsas Skor AB", firstName: "Åsa", lastName: "Öberg" },
    };
    expect((await sentOrder({ ...detailed, customer })).body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],' +
        '"customer":{"customerId":"4711","governmentId":"5561234567","emailAddress":"asa@example.se",' +
        '"name":{"companyName":"Åsas Skor AB","firstName":"Åsa","lastName":"Öberg"}},"billTo":{}}',
    );
  });

  test("with telephone numbers", async () => {
    const customer = { homeTelephone: "+46 8 123", workTelephone: "+46 8 456", mobileTelephone: "+46 70 789" };
    expect((await sentOrder({ ...detailed, customer })).body).toContain(
      '"customer":{"homeTelephone":"+46 8 123","workTelephone":"+46 8 456","mobileTelephone":"+46 70 789"}',
    );
  });

  test("with nothing in it", async () => {
    expect((await sentOrder({ ...detailed, customer: {} })).body).toContain('"customer":{}');
  });

  test.each(["customerId", "governmentId", "homeTelephone", "workTelephone", "mobileTelephone"])(
    "%s is text",
    async (field) => {
      expect(await refusedOrder({ ...detailed, customer: { [field]: 4711 } })).toEqual([
        { path: `customer.${field}`, code: "wrong_type", message: `customer.${field} must be a string` },
      ]);
    },
  );

  test.each(["companyName", "firstName", "lastName"])("name.%s is text", async (field) => {
    expect(await refusedOrder({ ...detailed, customer: { name: { [field]: 4711 } } })).toEqual([
      { path: `customer.name.${field}`, code: "wrong_type", message: `customer.name.${field} must be a string` },
    ]);
  });

  test("name is an object", async () => {
    expect(await refusedOrder({ ...detailed, customer: { name: "Åsa Öberg" } })).toEqual([
      { path: "customer.name", code: "wrong_type", message: "customer.name must be an object" },
    ]);
  });
});

describe("emailAddress", () => {
  test.each(["asa@example.se", "åsa@example.se", "a.b+shoes@sub.example.com", "用户@例え.jp"])(
    "%s",
    async (emailAddress) => {
      const { body } = await sentOrder({ ...detailed, customer: { emailAddress } });
      expect(body).toContain(`"customer":{"emailAddress":"${emailAddress}"}`);
    },
  );

  test.each([
    "",
    "asa",
    "asa@",
    "@example.se",
    "asa@exa mple.se",
    "asa@example.se, bo@example.se",
    "a\ud800@example.se",
  ])("%j", async (emailAddress) => {
    const [fault, ...others] = await refusedOrder({ ...detailed, customer: { emailAddress } });
    expect(fault).toMatchObject({ path: "customer.emailAddress", code: "bad_format" });
    expect(others).toEqual([]);
  });

  test("says what it must be", async () => {
    expect(await refusedOrder({ ...detailed, customer: { emailAddress: "asa" } })).toEqual([
      {
        path: "customer.emailAddress",
        code: "bad_format",
        message: "customer.emailAddress must be an e-mail address, name@example.com for instance, or be left out",
      },
    ]);
  });
});

const nameLengths = [
  { field: "companyName", longest: 50 },
  { field: "title", longest: 10 },
  { field: "firstName", longest: 50 },
  { field: "middleNames", longest: 100 },
  { field: "lastName", longest: 50 },
  { field: "suffix", longest: 10 },
];

describe.each(["billTo", "shipTo"])("%s", (party) => {
  test("with every field", async () => {
    const { body } = await sentOrder({
      ...detailed,
      [party]: {
        name: {
          companyName: "Åsas Skor AB",
          title: "Dr",
          firstName: "Åsa",
          middleNames: "Maria Elsa",
          lastName: "Öberg",
          suffix: "Jr",
        },
        address: {
          street1: "Storgatan 1",
          street2: "2 tr",
          street3: "c/o Berg",
          street4: "Box 3",
          city: "Umeå",
          postalCode: "903 25",
          regionCode: "AC",
          countryCode: "SE",
        },
      },
    });
    expect(body).toContain(
      `"${party}":{"name":{"companyName":"Åsas Skor AB","title":"Dr","firstName":"Åsa","middleNames":"Maria Elsa",` +
        '"lastName":"Öberg","suffix":"Jr"},"address":{"street1":"Storgatan 1","street2":"2 tr","street3":"c/o Berg",' +
        '"street4":"Box 3","city":"Umeå","postalCode":"903 25","regionCode":"AC","countryCode":"SE"}}',
    );
  });

  test.each(nameLengths)("name.$field", async ({ field, longest }) => {
    const named = (length: number) => ({ ...detailed, [party]: { name: { [field]: "x".repeat(length) } } });
    const path = `${party}.name.${field}`;

    expect((await sentOrder(named(1))).body).toContain(`"${field}":"x"`);
    expect((await sentOrder(named(longest))).body).toContain(`"${field}":"${"x".repeat(longest)}"`);
    expect(await refusedOrder(named(0))).toEqual([
      { path, code: "too_short", message: `${path} must be 1 to ${longest} characters long and has 0: lengthen it` },
    ]);
    expect(await refusedOrder(named(longest + 1))).toEqual([
      {
        path,
        code: "too_long",
        message: `${path} must be 1 to ${longest} characters long and has ${longest + 1}: shorten it`,
      },
    ]);
    expect((await sentOrder(named(longest + 1), {}, { assumedLimits: false })).path).toBe("/api/orders/create");
  });

  test.each(["SE", "SWE", "se"])("countryCode %s", async (countryCode) => {
    const { body } = await sentOrder({ ...detailed, [party]: { address: { countryCode } } });
    expect(body).toContain(`"countryCode":"${countryCode}"`);
  });

  test.each(["S", "SWED", "46", ""])("countryCode %j", async (countryCode) => {
    const order = { ...detailed, [party]: { address: { countryCode } } };
    expect(await refusedOrder(order)).toEqual([
      {
        path: `${party}.address.countryCode`,
        code: "bad_format",
        message: `${party}.address.countryCode must be a country code of 2 or 3 letters, SE for instance`,
      },
    ]);
    expect((await sentOrder(order, {}, { assumedLimits: false })).body).toContain(`"countryCode":"${countryCode}"`);
  });

  test.each(["street1", "street2", "street3", "street4", "city", "postalCode", "regionCode"])(
    "address.%s is text",
    async (field) => {
      expect(await refusedOrder({ ...detailed, [party]: { address: { [field]: 90325 } } })).toEqual([
        {
          path: `${party}.address.${field}`,
          code: "wrong_type",
          message: `${party}.address.${field} must be a string`,
        },
      ]);
    },
  );

  test("null inside it", async () => {
    expect(await refusedOrder({ ...detailed, [party]: { name: null, address: { city: null } } })).toEqual([
      {
        path: `${party}.name`,
        code: "wrong_type",
        message: `${party}.name must be an object, not null: give one, or leave it out if it is optional`,
      },
      {
        path: `${party}.address.city`,
        code: "wrong_type",
        message: `${party}.address.city must be a string, not null: give one, or leave it out if it is optional`,
      },
    ]);
  });
});

describe("a Decimal is no object", () => {
  test.each(["billTo", "shipTo", "customer"])("as %s", async (field) => {
    expect(await refusedOrder({ ...detailed, [field]: new Decimal("125.00") })).toEqual([
      { path: field, code: "wrong_type", message: `${field} must be an object` },
    ]);
  });

  test("as a name or an address", async () => {
    const billTo = { name: new Decimal("125.00"), address: new Decimal("125.00") };
    expect(await refusedOrder({ ...detailed, billTo })).toEqual([
      { path: "billTo.name", code: "wrong_type", message: "billTo.name must be an object" },
      { path: "billTo.address", code: "wrong_type", message: "billTo.address must be an object" },
    ]);
  });
});
