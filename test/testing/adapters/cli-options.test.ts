import { expect, test } from "vitest";
import { help, readOptions } from "../../../src/testing/adapters/cli-options.js";

test("the command reads no options and all of them", () => {
  expect(readOptions([])).toEqual({ server: { port: 4010, host: "127.0.0.1", basePath: "" }, service: { quirks: {} } });
  const args =
    "--port 0 --host localhost --allow-host payments,a.b --base-path /api/v1 --merchant-id shop --password a:b --seed 4294967295 --keep 50 --waive amountDecimals,salesLocation --status-keys ORDER_NOT_FOUND=NO_SUCH_ORDER,HTTP_401=WRONG_PASSWORD --repeat paypal=captured_again,invoice=same_success --failure-status 422";
  expect(readOptions(args.split(" "))).toEqual({
    server: { port: 0, host: "localhost", allowedHosts: ["payments", "a.b"], basePath: "/api/v1" },
    service: {
      merchantId: "shop",
      password: "a:b",
      seed: 4_294_967_295,
      keepRequests: 50,
      waive: ["amountDecimals", "salesLocation"],
      quirks: {
        keys: { ORDER_NOT_FOUND: "NO_SUCH_ORDER", HTTP_401: "WRONG_PASSWORD" },
        repeat: { paypal: "captured_again", invoice: "same_success" },
        failureStatus: 422,
      },
    },
  });
});

test.each([[["--help"]], [["-h"]], [["--help", "--port", "x"]]])(
  "%j prints the help, which names every option",
  (args) => {
    expect(readOptions(args)).toBe("help");
    expect(help).toMatch(
      /--port .*--host .*--allow-host .*--base-path .*--merchant-id .*--password .*--seed .*--keep .*--waive .*--status-keys .*--repeat .*--failure-status .*--help /s,
    );
  },
);

test.each([
  ["/", ""],
  ["/api", "/api"],
  ["/api/", "/api"],
  ["/a.b/~c-d_e/v1", "/a.b/~c-d_e/v1"],
  ["/_faked", "/_faked"],
])("--base-path %s means the base path %j", (given, basePath) => {
  expect(readOptions(["--base-path", given])).toMatchObject({ server: { basePath } });
});

const rules =
  "must be one of amountDecimals, positiveTotal, purchaseReferenceLength, lineTotals, lineTextLengths, " +
  "uniqueLineIds, partyLengths, countryCode, emailAddress, salesLocation";
const path = "--base-path must be a path like /api or /payments/v1, and not under /_fake";

test.each([
  ["--port must be a whole number, 0 to 65535", ["65536", "80.5", "-1", "4010x", ""]],
  ["--seed must be a whole number, 0 to 4294967295", ["4294967296", "-1"]],
  ["--keep must be a whole number, 0 to 1000000", ["all"]],
  ["--host must be text that is not empty", [""]],
  ["--password must be text that is not empty", [""]],
  ["--merchant-id must be text without a colon, and not empty", ["", "a:b"]],
  ["--allow-host[0] must be a name without a port", ["", "a b", "a:80"]],
  ["--allow-host[1] must be a name without a port", ["a,", "a,b:80"]],
  [`--waive[0] ${rules}`, ["", "limits"]],
  [`--waive[1] ${rules}`, ["lineTotals,"]],
  [`--waive[1] ${rules}: did you mean salesLocation?`, ["lineTotals, salesLocation"]],
  [
    "--status-keys must be pairs like ORDER_NOT_FOUND=NO_SUCH_ORDER, with commas between them",
    ["", "A", "A=B=C", "A=B,"],
  ],
  ["--status-keys.ORDER_NOTFOUND is not a known key: did you mean ORDER_NOT_FOUND?", ["ORDER_NOTFOUND=X"]],
  ["--status-keys.ORDER_NOT_FOUND must be text that is not empty", ["ORDER_NOT_FOUND="]],
  ["--repeat must be pairs like paypal=captured_again, with commas between them", ["paypal", ""]],
  [
    "--repeat.paypal must be one of rejected, same_success, captured_again: did you mean captured_again?",
    ["paypal=capture_again", "card=rejected,paypal=captured again"],
  ],
  ["--failure-status must be 200, or a whole number from 400 to 599 but not 407", ["", "407", "399", "4e2", "0x1A4"]],
  [path, ["api", "/a b", "/a//b", "/a/../b", "/../api", "/.", "/_fake", "/_fake/x/"]],
])("the command cannot take an option: %s", (message, values) => {
  const [option = ""] = message.split(/[ .[]/);
  for (const value of values) expect(() => readOptions([`${option}=${value}`])).toThrow(new TypeError(message));
});

test("the command lists every option that it cannot take", () => {
  const all = "--port must be a whole number, 0 to 65535; --password must be text that is not empty";
  expect(() => readOptions(["--password=", "--port=x"])).toThrow(new TypeError(all));
});

test.each([
  [["--prot", "1"], "Unknown option '--prot'"],
  [["--port"], "--port"],
  [["extra"], "Unexpected argument 'extra'"],
])("the command cannot take %j, and says so in Node's words", (args, words) => {
  expect(() => readOptions(args)).toThrow(words);
});
