import { expect, test } from "vitest";
import { BadOption, help, readOptions } from "../../../src/testing/adapters/cli-options.js";

test("the command reads no options and all of them", () => {
  expect(readOptions([])).toEqual({ server: { port: 4010, host: "127.0.0.1", basePath: "" }, service: {} });
  const args =
    "--port 0 --host localhost --allow-host payments,a.b --base-path /api/v1 --merchant-id shop --password a:b --seed 4294967295 --keep 50 --waive amountDecimals,salesLocation";
  expect(readOptions(args.split(" "))).toEqual({
    server: { port: 0, host: "localhost", allowedHosts: ["payments", "a.b"], basePath: "/api/v1" },
    service: {
      merchantId: "shop",
      password: "a:b",
      seed: 4_294_967_295,
      keepRequests: 50,
      waive: ["amountDecimals", "salesLocation"],
    },
  });
});

test.each([[["--help"]], [["-h"]], [["--help", "--port", "x"]]])(
  "%j prints the help, which names every option",
  (args) => {
    expect(readOptions(args)).toBe("help");
    expect(help).toMatch(
      /--port .*--host .*--allow-host .*--base-path .*--merchant-id .*--password .*--seed .*--keep .*--waive .*--help /s,
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
  "--waive must be some of amountDecimals,positiveTotal,purchaseReferenceLength,lineTotals,lineTextLengths," +
  "uniqueLineIds,partyLengths,countryCode,emailAddress,salesLocation, with commas between them";

const hosts = "--allow-host must be names with commas between them, without ports";

test.each([
  [["--port", "65536"], '--port must be a whole number from 0 to 65535, not "65536".'],
  [["--port", "80.5"], '--port must be a whole number from 0 to 65535, not "80.5".'],
  [["--port=-1"], '--port must be a whole number from 0 to 65535, not "-1".'],
  [["--port", "4010x"], '--port must be a whole number from 0 to 65535, not "4010x".'],
  [["--port", ""], '--port must be a whole number from 0 to 65535, not "".'],
  [["--seed", "4294967296"], '--seed must be a whole number from 0 to 4294967295, not "4294967296".'],
  [["--seed=-1"], '--seed must be a whole number from 0 to 4294967295, not "-1".'],
  [["--keep", "all"], '--keep must be a whole number from 0 to 1000000, not "all".'],
  [["--host", ""], "--host must not be empty."],
  ...["", "limits", "lineTotals,", "lineTotals, salesLocation"].map((names): [string[], string] => {
    return [["--waive", names], `${rules}, not "${names}".`];
  }),
  ...["", "a,", "a b", "a:80"].map((names): [string[], string] => {
    return [["--allow-host", names], `${hosts}, not "${names}".`];
  }),
  [["--password", ""], "--password must not be empty."],
  [["--merchant-id", ""], "--merchant-id must not be empty, and a colon cannot stand in it."],
  [["--merchant-id", "a:b"], "--merchant-id must not be empty, and a colon cannot stand in it."],
  ...["api", "/a b", "/a//b", "/a/../b", "/../api", "/."].map((path): [string[], string] => {
    return [["--base-path", path], `--base-path must look like /api or /payments/v1, not "${path}".`];
  }),
  [["--base-path", "/_fake"], "--base-path /_fake is the fake's own."],
  [["--base-path", "/_fake/x/"], "--base-path /_fake is the fake's own."],
])("the options %j are invalid", (args, message) => {
  expect(() => readOptions(args)).toThrow(new BadOption(message));
});

test.each([
  [["--prot", "1"], "Unknown option '--prot'"],
  [["--port"], "--port"],
  [["extra"], "Unexpected argument 'extra'"],
])("the options %j are invalid, with Node's message as a sentence", (args, words) => {
  expect(() => readOptions(args)).toThrow(BadOption);
  expect(() => readOptions(args)).toThrow(words);
  expect(() => readOptions(args)).toThrow(/[^.]\.$/);
});
