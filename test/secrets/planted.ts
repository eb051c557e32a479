import { type Auth, basicAuth, bearerAuth, type DetailedOrder, type Finalization } from "merchant-payments";

/** Secrets and personal data that no other test uses, so a find proves a leak. */
export const password = "pl4nted-password";
export const token = "pl4nted-token";
const apiKey = "pl4nted-api-key";
const signature = "pl4nted-signature";

const base64 = (text: string) => Buffer.from(text).toString("base64");

export const credentials: readonly string[] = [
  "pl4nted",
  base64(`merchant-1:${password}`),
  base64(password),
  encodeURIComponent(base64(`merchant-1:${password}`)),
];

const contact = ["gudrun@plantensson", "19121212-4242", "+4670"];
export const personalData = ["Gudrun", "Plantensson", "Planteringsvägen", ...contact];

export const everythingPlanted = [...credentials, ...personalData];

export const firstAuth: Auth = basicAuth("merchant-1", password);

export const auths: readonly (readonly [string, Auth])[] = [
  ["basicAuth", firstAuth],
  ["bearerAuth", bearerAuth(token)],
  ["bearerAuth with a function", bearerAuth(async () => token)],
  ["an auth that signs", ({ body }) => ({ "x-signature": `${signature}-${body.length}`, "x-key": apiKey })],
];

/** Headers of the merchant that hold secrets. */
export const clientHeaders = { "x-api-key": apiKey, cookie: `session=${token}` };
export const callHeaders = { "x-session": token };

const name = { firstName: "Gudrun", lastName: "Plantensson" };
const address = { street1: "Planteringsvägen 1", city: "Umeå", postalCode: "90325", countryCode: "SE" };

export const order: DetailedOrder = {
  orderNumber: "ORDER-1001",
  totalAmount: "125.00",
  currencyCode: "SEK",
  lineItems: [{ name: "Skor till Gudrun", totalLineAmount: "125.00" }],
  billTo: { name, address },
  shipTo: { name, address },
  customer: {
    emailAddress: "gudrun@plantensson.example",
    governmentId: "19121212-4242",
    mobileTelephone: "+46701740605",
    name,
  },
  orderDescription: "Skor till Gudrun",
};

export const finalization: Finalization = {
  transactionId: "202603040000000001",
  totalAmount: "125.00",
  lineItems: [{ name: "Skor till Gudrun", totalLineAmount: "125.00" }],
};
