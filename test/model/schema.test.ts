import type { Assumption } from "merchant-payments";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { customerSchema, nameAndAddressSchema } from "../../src/model/party.js";
import { bareGuid, currencyCode } from "../../src/model/schema.js";

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

/** Each of these fields with a number in place of text, and their paths. */
const numbersIn = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, 1]));
const pathsOf = (at: string, names: string) => names.split(" ").map((name) => `${at}${name}`);

test("every field of a party is text", () => {
  const names = "companyName title firstName middleNames lastName suffix";
  const fields = "street1 street2 street3 street4 city postalCode regionCode countryCode";
  const given = { name: numbersIn(names), address: numbersIn(fields) };
  const paths = [...pathsOf("name.", names), ...pathsOf("address.", fields)];
  expect(faultyPaths(nameAndAddressSchema("billTo", waiving()), given)).toEqual(paths);
  expect(faultyPaths(nameAndAddressSchema("billTo", waiving("partyLengths", "countryCode")), given)).toEqual(paths);
});

test("every field of a customer is text", () => {
  const [ids, names] = ["customerId governmentId emailAddress", "companyName firstName lastName"];
  const telephones = "homeTelephone workTelephone mobileTelephone";
  const given = { ...numbersIn(ids), name: numbersIn(names), ...numbersIn(telephones) };
  const paths = [...pathsOf("", ids), ...pathsOf("name.", names), ...pathsOf("", telephones)];
  expect(faultyPaths(customerSchema(waiving()), given)).toEqual(paths);
  expect(faultyPaths(customerSchema(waiving("emailAddress")), given)).toEqual(paths);
});

const guids = ["0A1B2C3D-0000-4000-8000-00000000000F", "{0a1b2c3d-0000-4000-8000-00000000000f}"];
test.each(guids)("%s is compared without case, dashes and braces", (guid) => {
  expect(bareGuid(guid)).toBe("0a1b2c3d00004000800000000000000f");
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
