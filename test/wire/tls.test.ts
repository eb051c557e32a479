import { createPrivateKey } from "node:crypto";
import { type TlsOptions, toResult } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { identity, pem } from "../support/certificates.js";
import { clientOf, created, order, orderId } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";

const good = identity("good");
const ca = pem("trusted-root");
const passphrase = "pl4nted";
const format = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase } as const;
const encrypted = createPrivateKey(good.key).export(format);
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a custom CA", () => {
  test.each<[how: string, TlsOptions]>([
    ["as text", { ca }],
    ["as bytes", { ca: bytes(ca) }],
    ["one of several", { ca: [pem("self-signed"), bytes(ca)], cert: null }],
  ])("is trusted: %s", async (_how, tls) => {
    await using server = await startFaultServer(responding(201, created), { tls: good });
    expect(await clientOf(server.origin, { tls }).createOrder(order)).toMatchObject({ orderId });
  });

  test("replaces all others", async () => {
    await using server = await startFaultServer(responding(201, created), { tls: good });
    const payments = clientOf(server.origin, { tls: { ca: pem("self-signed") }, maxRetries: 0 });
    const error = { outcome: "not_sent", cause: { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" } };
    expect(await toResult(payments.createOrder(order))).toMatchObject({ error });
    expect(server.seen.bytes).toBe(0);
  });
});

test.each<[how: string, TlsOptions]>([
  ["with its key", { ca, ...good }],
  ["as bytes", { ca, key: bytes(good.key), cert: bytes(good.cert) }],
  ["with an encrypted key", { ca, cert: good.cert, key: encrypted, passphrase }],
])("a server accepts the client's certificate %s", async (_how, tls) => {
  const withClient = { ...good, ca, requestCert: true, rejectUnauthorized: true };
  await using server = await startFaultServer(responding(201, created), { tls: withClient });
  expect(await clientOf(server.origin, { tls }).createOrder(order)).toMatchObject({ orderId });
});

test.each<[what: string, object, code: string]>([
  ["another certificate's key", { ...good, key: pem("expired") }, "ERR_OSSL_X509_KEY_VALUES_MISMATCH"],
  ["a key without its passphrase", { ...good, key: encrypted }, "ERR_OSSL_BAD_DECRYPT"],
  ["a wrong passphrase", { ...good, key: encrypted, passphrase: "pl4nted too" }, "ERR_OSSL_BAD_DECRYPT"],
  ["text in place of a certificate", { ...good, cert: "pl4nted" }, "ERR_OSSL_PEM_NO_START_LINE"],
])("the constructor throws for %s, and does not repeat it", (_what, tls, code) => {
  const words = `PaymentClient: tls cannot be used: give cert and key as PEM, and the passphrase of an encrypted key (${code})`;
  expect(() => clientOf("https://pay.example", { tls })).toThrow(new TypeError(words));
});
