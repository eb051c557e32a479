import { certificate } from "../../support/fault-server.js";
import { captured } from "../answers.js";
import {
  done,
  givenUp,
  lost,
  nothing,
  type Row,
  timedOut,
  unsent,
  unsentGivenUp,
  unsentInTime,
  whole,
} from "../row.js";
import { plainForTls, type SecureOptions, secure, tamperedWith } from "../servers.js";
import { fin, give, read, readAll, rst, stall, write } from "../steps.js";

/** Certificates are judged before a byte of the request may leave, by either way. */
const certificates: readonly [string, SecureOptions, string][] = [
  ["that signs itself", { key: certificate(), cert: certificate() }, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["of an unknown authority", { certificate: "unknown-authority" }, "SELF_SIGNED_CERT_IN_CHAIN"],
  ["whose chain is incomplete", { certificate: "incomplete-chain" }, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ["for another host", { certificate: "wrong-host" }, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["that has expired", { certificate: "expired" }, "CERT_HAS_EXPIRED"],
  ["that is not valid yet", { certificate: "not-yet-valid" }, "CERT_NOT_YET_VALID"],
];

/** Records of TLS: an alert that refuses a handshake, one that comes out of place, and how a ServerHello begins. */
const handshakeFailure = Buffer.from("15030300020228", "hex");
const unexpectedMessage = Buffer.from("1503030002020a", "hex");
const serverHello = Buffer.from("160303007a020000", "hex");

const wantsCertificate = { requestCert: true, rejectUnauthorized: true };

/** A handshake that comes to nothing: node:http gives a request to no connection before that stands. */
const handshakes = {
  "TLS that is too old": secure({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }, [stall]),
  "TLS without a cipher in common": secure({ maxVersion: "TLSv1.2", ciphers: "AES128-SHA256" }, [stall]),
  "a client certificate wanted, in TLS 1.2": secure({ ...wantsCertificate, maxVersion: "TLSv1.2" }, [stall]),
  "plain HTTP where TLS is expected": plainForTls([read(1), write("HTTP/1.1 400 Bad Request\r\n\r\n"), fin]),
  "an alert instead of a ServerHello": plainForTls([read(1), write(handshakeFailure), fin]),
  "FIN instead of a ServerHello": plainForTls([read(1), fin]),
  "RST instead of a ServerHello": plainForTls([read(1), rst]),
  "FIN inside a ServerHello": plainForTls([read(1), write(serverHello), fin]),
  "RST inside a ServerHello": plainForTls([read(1), write(serverHello), rst]),
  "FIN before TLS begins": plainForTls([fin]),
};

const broken = { ...lost, ...whole };
const anyBreak = "fetch ends in the same way when a connection breaks under a request";
const anyStop = "fetch does not say how far it has come when it is stopped";

export const tlsRows: readonly Row[] = [
  ...certificates.map(([which, options, cause]) => ({
    name: `a certificate ${which}`,
    server: secure(options, [stall]),
    both: { ...unsent, cause },
  })),
  ...Object.entries(handshakes).map(([name, server]) => ({
    name,
    server,
    node: unsent,
    fetch: { ...lost, ...nothing },
    unprovable: anyBreak,
  })),
  {
    name: "RST before TLS begins",
    server: plainForTls([rst]),
    node: unsent,
    fetch: [{ ...lost, ...nothing }, unsent],
    unprovable: anyBreak,
  },
  {
    name: "a ServerHello that does not come, until the deadline",
    server: plainForTls([stall]),
    call: { timeoutMs: 500 },
    node: unsentInTime,
    fetch: { ...timedOut, ...nothing },
    unprovable: anyStop,
    isKeptByFetch: true,
  },
  {
    name: "a ServerHello that does not come, until the caller gives up",
    server: plainForTls([stall]),
    call: { abortAfterMs: 300 },
    node: unsentGivenUp,
    fetch: { ...givenUp, ...nothing },
    unprovable: anyStop,
    isKeptByFetch: true,
  },
  {
    name: "TLS for a protocol that nobody speaks", // of which node:http does not ask
    server: secure({ ALPNProtocols: ["spdy/3"] }, [readAll, give(200, captured), stall]),
    node: done,
    fetch: { ...lost, ...nothing },
    unprovable: anyBreak,
  },
  {
    name: "a client certificate wanted, in TLS 1.3",
    server: secure({ ...wantsCertificate, minVersion: "TLSv1.3" }, [stall]),
    both: { ...lost, ...nothing },
    unprovable: "the server says so when the request has left",
  },
  {
    name: "plain HTTP to a port that speaks TLS",
    server: secure({ scheme: "http" }, [stall]),
    both: { ...lost, ...nothing },
    unprovable: "the request has left, and came as something that is no TLS",
  },
  { name: "over TLS: FIN after the whole request", server: secure({}, [readAll, fin]), both: broken },
  { name: "over TLS: RST after the whole request", server: secure({}, [readAll, rst]), both: broken },
  {
    name: "over TLS 1.2: RST after the whole request",
    server: secure({ maxVersion: "TLSv1.2" }, [readAll, rst]),
    both: broken,
  },
  {
    name: "over TLS: no answer",
    server: secure({}, [stall]),
    call: { timeoutMs: 1_000 },
    both: { ...timedOut, ...whole },
  },
  {
    name: "over TLS: RST inside the answer",
    server: secure({}, [readAll, write(`HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n${captured}`), rst]),
    both: broken,
  },
  {
    name: "over TLS: an alert that somebody slips in",
    server: tamperedWith(unexpectedMessage),
    call: { timeoutMs: 1_000 },
    both: [broken, { ...timedOut, ...whole }],
  },
  {
    name: "over TLS: an unencrypted answer that somebody slips in",
    server: tamperedWith(Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${captured.length}\r\n\r\n${captured}`)),
    call: { timeoutMs: 1_000 },
    both: [broken, { ...timedOut, ...whole }],
  },
];
