import * as z from "zod/mini";
import { anyText, openObject, shaped, text } from "./schema.js";

/**
 * Name of a person or company. Further keys are passed through untouched.
 * The service's contract shows none of these lengths: `assumedLimits: false` waives them.
 */
export interface PartyName {
  /** 1-50 characters. */
  readonly companyName?: string | undefined;
  /** 1-10 characters. */
  readonly title?: string | undefined;
  /** 1-50 characters. */
  readonly firstName?: string | undefined;
  /** 1-100 characters. */
  readonly middleNames?: string | undefined;
  /** 1-50 characters. */
  readonly lastName?: string | undefined;
  /** 1-10 characters. */
  readonly suffix?: string | undefined;
  readonly [key: string]: unknown;
}

/** Postal address. Further keys are passed through untouched. */
export interface Address {
  readonly street1?: string | undefined;
  readonly street2?: string | undefined;
  readonly street3?: string | undefined;
  readonly street4?: string | undefined;
  readonly city?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly regionCode?: string | undefined;
  /** 2 or 3 letters, `SE` for instance. */
  readonly countryCode?: string | undefined;
  readonly [key: string]: unknown;
}

/** Name and address of a bill's holder or of a recipient. Further keys are passed through untouched. */
export interface NameAndAddress {
  readonly name?: PartyName | undefined;
  readonly address?: Address | undefined;
  readonly [key: string]: unknown;
}

/** Name inside {@link Customer}. Further keys are passed through untouched. */
export interface CustomerName {
  readonly companyName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly [key: string]: unknown;
}

/** The buyer. Required when a credit product (invoice, installments) pays. Further keys are passed through untouched. */
export interface Customer {
  /** The merchant's identifier of the customer. */
  readonly customerId?: string | undefined;
  /** National or company registration number. */
  readonly governmentId?: string | undefined;
  /** An e-mail address; letters outside ASCII are fine. */
  readonly emailAddress?: string | undefined;
  readonly name?: CustomerName | undefined;
  readonly homeTelephone?: string | undefined;
  readonly workTelephone?: string | undefined;
  readonly mobileTelephone?: string | undefined;
  readonly [key: string]: unknown;
}

const limited = (max: number) => z.optional(text(1, max, "limits"));
const optionalText = () => z.optional(anyText());

/** @internal */
export const nameAndAddressSchema = openObject({
  name: z.optional(
    openObject({
      companyName: limited(50),
      title: limited(10),
      firstName: limited(50),
      middleNames: limited(100),
      lastName: limited(50),
      suffix: limited(10),
    }),
  ),
  address: z.optional(
    openObject({
      street1: optionalText(),
      street2: optionalText(),
      street3: optionalText(),
      street4: optionalText(),
      city: optionalText(),
      postalCode: optionalText(),
      regionCode: optionalText(),
      countryCode: z.optional(
        shaped(/^[A-Za-z]{2,3}$/, "must be a country code of 2 or 3 letters, SE for instance", "limits"),
      ),
    }),
  ),
});

/** @internal */
export const customerSchema = openObject({
  customerId: optionalText(),
  governmentId: optionalText(),
  emailAddress: z.optional(
    shaped(z.regexes.unicodeEmail, "must be an e-mail address, name@example.com for instance, or be left out"),
  ),
  name: z.optional(openObject({ companyName: optionalText(), firstName: optionalText(), lastName: optionalText() })),
  homeTelephone: optionalText(),
  workTelephone: optionalText(),
  mobileTelephone: optionalText(),
});
