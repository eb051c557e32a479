import * as z from "zod/mini";
import { objectOf } from "./objects.js";
import { anyText, type InputTerms, matching, namesBelow, text } from "./schema.js";

/** Name inside {@link Customer}. null and empty text are treated as absent. */
export interface CustomerName {
  /** At most 50 characters in `billTo` and `shipTo`; no limit in `customer`. */
  companyName?: string | null | undefined;
  /** At most 50 characters in `billTo` and `shipTo`; no limit in `customer`. */
  firstName?: string | null | undefined;
  /** At most 50 characters in `billTo` and `shipTo`; no limit in `customer`. */
  lastName?: string | null | undefined;
}

/** Name of a person or company in `billTo` and `shipTo`. null and empty text are treated as absent. */
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

/**
 * Name and address of the payer or the recipient. null and empty text are treated as absent. Lengths count UTF-16 units:
 * two emoji are four characters.
 */
export interface NameAndAddress {
  name?: PartyName | null | undefined;
  address?: Address | null | undefined;
}

/**
 * The buyer. Required for a credit product (invoice, installments). null and empty text are treated as absent.
 */
export interface Customer {
  /** The merchant's identifier of the customer. */
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

type Texts<Name extends string> = Readonly<Record<Name, z.ZodMiniOptional<ReturnType<typeof anyText>>>>;

/** Makes optional texts without a rule. */
function texts<Name extends string>(...names: readonly Name[]): Texts<Name> {
  return Object.fromEntries(names.map((name) => [name, z.optional(anyText())])) as Texts<Name>;
}

/** Makes optional texts, each with a greatest length. */
function limitedTexts<Name extends string>(most: Readonly<Record<Name, number>>, { waived }: InputTerms): Texts<Name> {
  if (waived.has("partyLengths")) return texts(...(Object.keys(most) as Name[]));
  const limited = (max: number) => z.optional(text(0, max, { longer: "partyLengths" }));
  return Object.fromEntries(Object.entries<number>(most).map(([name, max]) => [name, limited(max)])) as Texts<Name>;
}

/** @param at - Its place in the order. @internal */
export function nameAndAddressSchema(at: "billTo" | "shipTo", terms: InputTerms) {
  const extra = (path: string) => namesBelow(path, terms.extraFields);
  const rule = "must be a country code of 2 or 3 letters, SE for instance";
  const country = matching(/^[A-Za-z]{2,3}$/, rule, "countryCode");
  const most = { companyName: 50, title: 10, firstName: 50, middleNames: 100, lastName: 50, suffix: 10 };
  const address = {
    ...texts("street1", "street2", "street3", "street4", "city", "postalCode", "regionCode"),
    countryCode: z.optional(terms.waived.has("countryCode") ? anyText() : country),
  };
  const shape = {
    name: z.optional(objectOf(limitedTexts(most, terms), extra(`${at}.name`))),
    address: z.optional(objectOf(address, extra(`${at}.address`))),
  };
  return objectOf(shape, extra(at));
}

/** zod's `unicodeEmail`, written here because `z.regexes` would bring in all of zod's patterns, 7 kB. */
const EMAIL = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;

/** @internal */
export function customerSchema({ waived, extraFields }: InputTerms) {
  const rule = "must be an e-mail address, name@example.com for instance, or be left out";
  const form = waived.has("emailAddress") ? /^/ : EMAIL;
  const emailAddress = matching(form, rule, "emailAddress", z.string().check(z.trim())); // forms add blanks
  const name = objectOf(texts("companyName", "firstName", "lastName"), namesBelow("customer.name", extraFields));
  const shape = {
    ...texts("customerId", "governmentId"),
    emailAddress: z.optional(emailAddress),
    name: z.optional(name),
    ...texts("homeTelephone", "workTelephone", "mobileTelephone"),
  };
  return objectOf(shape, namesBelow("customer", extraFields));
}
