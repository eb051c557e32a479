import * as z from "zod/mini";
import { objectOf } from "./objects.js";
import { type InputTerms, matching, optionalText, text } from "./schema.js";

/** Name inside {@link Customer}, without limits of length. null and empty text are treated as absent. */
export interface CustomerName {
  companyName?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** Name in `billTo` and `shipTo`. A part has at most 50 characters, unless it says otherwise. */
export interface PartyName extends CustomerName {
  /** At most 10 characters. */
  title?: string | null | undefined;
  /** At most 100 characters. */
  middleNames?: string | null | undefined;
  /** At most 10 characters. */
  suffix?: string | null | undefined;
}

/** Postal address. null and empty text are treated as absent. */
export interface Address {
  street1?: string | null | undefined;
  street2?: string | null | undefined;
  street3?: string | null | undefined;
  street4?: string | null | undefined;
  city?: string | null | undefined;
  postalCode?: string | null | undefined;
  regionCode?: string | null | undefined;
  /** 2 or 3 letters, `SE` for instance. */
  countryCode?: string | null | undefined;
}

/** Name and address of the payer or the recipient. null and empty text are treated as absent. */
export interface NameAndAddress {
  name?: PartyName | null | undefined;
  address?: Address | null | undefined;
}

/** The buyer. Required for a credit product (invoice, installments). null and empty text are treated as absent. */
export interface Customer {
  customerId?: string | null | undefined;
  /** National or company registration number. */
  governmentId?: string | null | undefined;
  /** An e-mail address. Letters outside ASCII are valid. Blanks at its ends are removed. */
  emailAddress?: string | null | undefined;
  name?: CustomerName | null | undefined;
  homeTelephone?: string | null | undefined;
  workTelephone?: string | null | undefined;
  mobileTelephone?: string | null | undefined;
}

export function nameAndAddressSchema(at: "billTo" | "shipTo", terms: InputTerms) {
  const { waived } = terms;
  const limited = (max: number) =>
    waived.has("partyLengths") ? optionalText : z.optional(text(0, max, { longer: "partyLengths" }));
  const name = {
    companyName: limited(50),
    title: limited(10),
    firstName: limited(50),
    middleNames: limited(100),
    lastName: limited(50),
    suffix: limited(10),
  };
  const rule = "must be a country code of 2 or 3 letters, SE for instance";
  const country = z.optional(matching(/^[A-Za-z]{2,3}$/, rule, "countryCode"));
  const address = {
    street1: optionalText,
    street2: optionalText,
    street3: optionalText,
    street4: optionalText,
    city: optionalText,
    postalCode: optionalText,
    regionCode: optionalText,
    countryCode: waived.has("countryCode") ? optionalText : country,
  };
  const shape = {
    name: z.optional(objectOf(name, terms, `${at}.name`)),
    address: z.optional(objectOf(address, terms, `${at}.address`)),
  };
  return objectOf(shape, terms, at);
}

/** zod's `unicodeEmail`, written here because `z.regexes` would bring in all of zod's patterns, 7 kB. */
const EMAIL = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;

export function customerSchema(terms: InputTerms) {
  const rule = "must be an e-mail address, name@example.com for instance, or be left out";
  const form = terms.waived.has("emailAddress") ? /^/ : EMAIL;
  const name = { companyName: optionalText, firstName: optionalText, lastName: optionalText };
  const shape = {
    customerId: optionalText,
    governmentId: optionalText,
    emailAddress: z.optional(matching(form, rule, "emailAddress", z.string().check(z.trim()))), // forms add blanks
    name: z.optional(objectOf(name, terms, "customer.name")),
    homeTelephone: optionalText,
    workTelephone: optionalText,
    mobileTelephone: optionalText,
  };
  return objectOf(shape, terms, "customer");
}
