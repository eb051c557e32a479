import type { Assumption } from "merchant-payments";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { customerSchema, nameAndAddressSchema } from "../../src/model/party.js";
import { currencyCode } from "../../src/model/schema.js";

// The operations test these schemas too. They are tested here because the operations make a schema once and keep it: the
// mutation test sees no change of what was made before a test begins.
test.each([
  ["SEK", true],
  ["752", true],
  ["36", true],
  ["7", false],
  ["sek", false],
  ["SEKK", false],
  ["xSEK", false],
  ["1234", false],
  ["7a2", false],
])("%s is a currency: %s", (code, isOne) => {
  expect(z.safeParse(currencyCode, code).success).toBe(isOne);
});

const waiving = (...waived: Assumption[]) => ({ waived: new Set(waived), extraFields: new Set<string>() });

/** The faults of a value, each by its path. */
const faultyPaths = (schema: z.ZodMiniType, value: object) =>
  z.safeParse(schema, value).error?.issues.map(({ path }) => path.join(".")) ?? [];

test("every field of a party is text", () => {
  const name = { companyName: 1, title: 1, firstName: 1, middleNames: 1, lastName: 1, suffix: 1 };
  const streets = { street1: 1, street2: 1, street3: 1, street4: 1 };
  const address = { ...streets, city: 1, postalCode: 1, regionCode: 1, countryCode: 1 };
  const paths = [
    "name.companyName",
    "name.title",
    "name.firstName",
    "name.middleNames",
    "name.lastName",
    "name.suffix",
    "address.street1",
    "address.street2",
    "address.street3",
    "address.street4",
    "address.city",
    "address.postalCode",
    "address.regionCode",
    "address.countryCode",
  ];
  expect(faultyPaths(nameAndAddressSchema("billTo", waiving()), { name, address })).toEqual(paths);
  const waived = nameAndAddressSchema("billTo", waiving("partyLengths", "countryCode"));
  expect(faultyPaths(waived, { name, address })).toEqual(paths);
});

test("every field of a customer is text", () => {
  const name = { companyName: 1, firstName: 1, lastName: 1 };
  const telephones = { homeTelephone: 1, workTelephone: 1, mobileTelephone: 1 };
  const customer = { customerId: 1, governmentId: 1, emailAddress: 1, name, ...telephones };
  const paths = [
    "customerId",
    "governmentId",
    "emailAddress",
    "name.companyName",
    "name.firstName",
    "name.lastName",
    "homeTelephone",
    "workTelephone",
    "mobileTelephone",
  ];
  expect(faultyPaths(customerSchema(waiving()), customer)).toEqual(paths);
  expect(faultyPaths(customerSchema(waiving("emailAddress")), customer)).toEqual(paths);
});

test.each([
  ["SE", true],
  ["swe", true],
  ["S", false],
  ["SWED", false],
  ["46", false],
])("%j is the country of an address: %s", (countryCode, isOne) => {
  expect(z.safeParse(nameAndAddressSchema("billTo", waiving()), { address: { countryCode } }).success).toBe(isOne);
});
