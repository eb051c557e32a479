import { captured } from "../responses.js";
import { byCaller, done, inTime, lost, nothing, type Row, row, timedOut, unsent } from "../row.js";
import { plainForTls, type SecureOptions, secure, tamperedWith } from "../servers.js";
import { fin, give, read, readAll, rst, stall, write } from "../steps.js";

/** node:http checks certificates before a byte of the request may leave. fetch does not say when it checked. */
const certificates: readonly [string, SecureOptions, string][] = [
  ["that signs itself", { certificate: "self-signed" }, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["of an unknown CA", { certificate: "unknown-authority" }, "SELF_SIGNED_CERT_IN_CHAIN"],
  ["whose chain is incomplete", { certificate: "incomplete-chain" }, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ["for another host", { certificate: "wrong-host" }, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["that has expired", { certificate: "expired" }, "CERT_HAS_EXPIRED"],
  ["that is not valid yet", { certificate: "not-yet-valid" }, "CERT_NOT_YET_VALID"],
];

/** Records of TLS: an alert that ends a handshake, an alert out of place, and the beginning of a ServerHello. */
const handshakeFailure = Buffer.from("15030300020228", "hex");
const unexpectedMessage = Buffer.from("1503030002020a", "hex");
const serverHello = Buffer.from("160303007a020000", "hex");

const wantsCertificate = { requestCert: true, rejectUnauthorized: true };
const wantsCertificate12 = secure({ ...wantsCertificate, maxVersion: "TLSv1.2" }, [stall]);
const wantsCertificate13 = secure({ ...wantsCertificate, minVersion: "TLSv1.3" }, [stall]);
const oldest = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;

/** Handshakes that fail: node:http writes a request only to a connection that is established. */
const handshakes = {
  "TLS that is too old": secure(oldest, [stall]),
  "TLS without a cipher in common": secure({ maxVersion: "TLSv1.2", ciphers: "AES128-SHA256" }, [stall]),
  "a server that requires a client certificate, in TLS 1.2": wantsCertificate12,
  "plain HTTP where TLS is expected": plainForTls([read(1), write("HTTP/1.1 400 Bad Request\r\n\r\n"), fin]),
  "an alert instead of a ServerHello": plainForTls([read(1), write(handshakeFailure), fin]),
  "FIN instead of a ServerHello": plainForTls([read(1), fin]),
  "RST inside a ServerHello": plainForTls([read(1), write(serverHello), rst]),
  "FIN before TLS begins": plainForTls([fin]),
};

const broken = { node: unsent(), fetch: lost(nothing) };
const renegotiated = { unprovable: "over fetch, a renegotiation of TLS 1.2 ends in the same way after the request" };
const saidAfterwards = { unprovable: "the server says so when the request has left" };
const notTls = { unprovable: "the request has left, and came as bytes that are not TLS" };
const anyBreak = { unprovable: "fetch ends in the same way when a connection breaks under a request" };
const anyStop = { unprovable: "an aborted fetch does not report its progress", isKeptByFetch: true };
const silent = plainForTls([stall]);
const spdy = secure({ ALPNProtocols: ["spdy/3"] }, [readAll, give(200, captured), stall]);
const whole = `HTTP/1.1 200 OK\r\ncontent-length: ${captured.length}\r\n\r\n${captured}`;
const call = { timeoutMs: 2_000 }; // the deadline includes the handshake

export const tlsRows: readonly Row[] = [
  ...certificates.map(([which, options, cause]) => {
    const due = { node: unsent(cause), fetch: lost(nothing, { cause }) };
    return row(`a certificate ${which}`, secure(options, [stall]), due, renegotiated);
  }),
  ...Object.entries(handshakes).map(([name, server]) => row(name, server, broken, anyBreak)),
  row("RST before TLS begins", plainForTls([rst]), { node: unsent(), fetch: [lost(nothing), unsent()] }, anyBreak),
  row("no ServerHello before the deadline", silent, inTime, { call: { timeoutMs: 500 }, ...anyStop }),
  row("no ServerHello before the abort", silent, byCaller, { call: { abortAfterMs: 300 }, ...anyStop }),
  // node:http does not ask for a protocol.
  row("TLS for an unknown protocol", spdy, { node: done, fetch: lost(nothing) }, anyBreak),
  row("a server that requires a client certificate, in TLS 1.3", wantsCertificate13, lost(nothing), saidAfterwards),
  row("plain HTTP to a port that speaks TLS", secure({ scheme: "http" }, [stall]), lost(nothing), notTls),
  row("over TLS: a response", secure({}, [readAll, give(200, captured), stall]), done),
  row("over TLS: FIN after the whole request", secure({}, [readAll, fin]), lost()),
  row("over TLS: RST after the whole request", secure({}, [readAll, rst]), lost()),
  row("over TLS: no response", secure({}, [stall]), timedOut(), { call }),
  row("over TLS: RST inside the response", secure({}, [readAll, write(whole.slice(0, -1)), rst]), lost()),
  row("over TLS: an injected alert", tamperedWith(unexpectedMessage), [lost(), timedOut()], { call }),
  row("over TLS: an injected unencrypted response", tamperedWith(Buffer.from(whole)), [lost(), timedOut()], { call }),
];
