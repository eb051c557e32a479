import { type PaymentClientOptions, toResult } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { fin, read, write } from "../faults/steps.js";
import { identity, pem } from "../support/certificates.js";
import { clientOf, created, order, orderId } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";

const good = identity("good");
const ca = pem("trusted-root");
const passphrase = "pl4nted";
const encrypted = pem("encrypted-key"); // one that is made anew would sometimes fail otherwise with a wrong passphrase
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a custom CA", () => {
  test.each<[how: string, PaymentClientOptions["tls"]]>([
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

test.each<[how: string, PaymentClientOptions["tls"]]>([
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

/** Numbers and names of the alerts with which a server ends a handshake. */
const alerts: readonly (readonly [number, string])[] = [
  [40, "HANDSHAKE_FAILURE"],
  [116, "CERTIFICATE_REQUIRED"],
];

/** The code of a call that the server ends with an alert. Its middle depends on the version of OpenSSL. */
const codeOf = (name: string) => expect.stringMatching(`^ERR_SSL_(?:SSL/TLS|SSLV3|TLSV1|TLSV13)_ALERT_${name}$`);

test.each(alerts)("the TLS alert %i has its name in the error: %s", async (number, name) => {
  const alert = Uint8Array.of(0x15, 3, 3, 0, 2, 2, number);
  await using server = await startFaultServer([[read(1), write(alert), fin]], { scheme: "https" });
  const { error } = await toResult(clientOf(server.origin, { maxRetries: 0 }).createOrder(order));
  expect(error).toMatchObject({ outcome: "not_sent", cause: { code: codeOf(name) } });
  expect(error?.message).toContain(`ALERT_${name}`);
});
