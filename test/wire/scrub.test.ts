import { describe, expect, test } from "vitest";
import { scrub } from "../../src/wire/scrub.js";

const error = (name: string, message: string, fields: object = {}) =>
  Object.assign(new Error(message), { name, ...fields });

describe("an error of the system or the HTTP stack keeps its words", () => {
  test("a refused connection, below the wrappings of fetch and ky", () => {
    const refused = error("Error", "connect ECONNREFUSED 127.0.0.1:443", { code: "ECONNREFUSED", syscall: "connect" });
    const wrapped = error("NetworkError", "Request failed: POST https://payments.example.com/secret", {
      cause: new TypeError("fetch failed", { cause: refused }),
    });
    expect(scrub(wrapped)).toEqual({
      name: "Error",
      code: "ECONNREFUSED",
      syscall: "connect",
      detail: "connect ECONNREFUSED 127.0.0.1:443",
    });
  });

  test("a socket that the other side closed", () => {
    expect(scrub(error("SocketError", "other side closed", { code: "UND_ERR_SOCKET" }))).toEqual({
      name: "SocketError",
      code: "UND_ERR_SOCKET",
      detail: "other side closed",
    });
  });

  test("a refused certificate", () => {
    expect(scrub(error("Error", "self-signed certificate", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }))).toEqual({
      name: "Error",
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
      detail: "self-signed certificate",
    });
  });

  test("TLS that is none", () => {
    const code = "ERR_SSL_WRONG_VERSION_NUMBER";
    expect(scrub(error("Error", "wrong version number", { code }))).toMatchObject({
      code,
      detail: "wrong version number",
    });
  });

  test("an answer that is no HTTP", () => {
    const code = "HPE_INVALID_CONSTANT";
    expect(scrub(error("HTTPParserError", "Expected HTTP/", { code }))).toEqual({
      name: "HTTPParserError",
      code,
      detail: "Expected HTTP/",
    });
  });

  test("a body that could not be unpacked", () => {
    expect(scrub(error("Error", "incorrect header check", { code: "Z_DATA_ERROR" }))).toMatchObject({
      code: "Z_DATA_ERROR",
      detail: "incorrect header check",
    });
  });

  test("all addresses of a host: only the code", () => {
    expect(scrub(Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" }))).toEqual({
      name: "AggregateError",
      code: "ECONNREFUSED",
    });
  });

  test("but not more than 200 characters of them", () => {
    const long = error("Error", "x".repeat(300), { code: "ECONNRESET", syscall: "read" });
    expect(scrub(long).detail).toBe("x".repeat(200));
  });
});

describe("any other error keeps its name only", () => {
  test.each([
    ["an app's error", error("VaultError", "no lease for token s3cret"), { name: "VaultError" }],
    [
      "fetch's own, which quotes header values",
      new TypeError("s3cret is an invalid header value"),
      { name: "TypeError" },
    ],
    ["a message that is an object", error("Error", "x", { message: { s3cret: 1 } }), { name: "Error" }],
    ["a name that is a sentence", error("token s3cret was refused", "x"), { name: "Error" }],
    ["a name that is no text", error("Error", "x", { name: { s3cret: 1 } }), { name: "Error" }],
    ["a code that is a sentence", error("Error", "x", { code: "token s3cret" }), { name: "Error" }],
    ["a code that is a number", error("Error", "s3cret", { code: 401 }), { name: "Error" }],
    ["text", "s3cret", { name: "Error" }],
    ["undefined", undefined, { name: "Error" }],
    ["null", null, { name: "Error" }],
    ["a function", () => "s3cret", { name: "Error" }],
  ])("%s", (_name, given, shown) => {
    expect(scrub(given)).toEqual(shown);
  });

  test("even with a code: an app has codes too, and the words behind them are its own", () => {
    expect(scrub(error("Error", "login failed for s3cret", { code: "EAUTH" }))).toEqual({
      name: "Error",
      code: "EAUTH",
    });
  });

  test("even with a code of Node's: those quote the argument at fault", () => {
    const message = "The argument 'path' must be a string without null bytes. Received 's3cret\\x00'";
    expect(scrub(error("TypeError", message, { code: "ERR_INVALID_ARG_VALUE" }))).toEqual({
      name: "TypeError",
      code: "ERR_INVALID_ARG_VALUE",
    });
  });

  test("a syscall that is a sentence is left out", () => {
    expect(scrub(error("Error", "x", { code: "EIO", syscall: "read s3cret" }))).not.toHaveProperty("syscall");
  });
});

describe("errors that fight back", () => {
  test("a getter that throws", () => {
    const hostile = Object.defineProperty(new Error("x"), "code", {
      get() {
        throw new Error("s3cret");
      },
    });
    expect(scrub(hostile)).toEqual({ name: "Error" });
  });

  test("a cause that leads back to itself", () => {
    const circle = new Error("x");
    circle.cause = circle;
    expect(scrub(circle)).toEqual({ name: "Error" });
  });

  test("the result can not be changed", () => {
    expect(Object.isFrozen(scrub(new Error("x")))).toBe(true);
    expect(Object.isFrozen(scrub(undefined))).toBe(true);
  });
});

test("a system call that names a file or a program is shown without its words", () => {
  const message = "ENOENT: no such file or directory, open '/run/secrets/s3cret'";
  expect(scrub(error("Error", message, { code: "ENOENT", syscall: "open" }))).toEqual({
    name: "Error",
    code: "ENOENT",
    syscall: "open",
  });
});
