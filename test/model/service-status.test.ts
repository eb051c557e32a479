import { describe, expect, test } from "vitest";
import { judge } from "../../src/model/service-status.js";
import { parseJson } from "../../src/wire/json.js";

const done = parseJson('{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"}}');
const refusal = (key: string) => parseJson(`{"status":{"isSuccess":false,"statusKey":"${key}"}}`);
const completed = refusal("PAYMENT_COMPLETED");

test.each([101, 199, 300])("a success under HTTP %i contradicts itself", (httpStatus) => {
  expect(judge(httpStatus, done)).toEqual({
    kind: "unexpected",
    outcome: "unknown",
    issues: [{ path: "status.isSuccess", message: `is true under HTTP ${httpStatus}` }],
  });
});

describe("a refusal", () => {
  test.each([299, 400, 407, 409, 499])("under HTTP %i is one", (httpStatus) => {
    expect(judge(httpStatus, completed)).toMatchObject({ kind: "failure", outcome: "rejected" });
  });

  test.each([300, 399, 408, 500])("under HTTP %i proves nothing", (httpStatus) => {
    expect(judge(httpStatus, completed)).toMatchObject({ kind: "failure", outcome: "unknown" });
  });

  test.each(["HTTP_300", "HTTP_399", "HTTP_408", "HTTP_500"])("by the key %s proves nothing", (key) => {
    expect(judge(200, refusal(key))).toMatchObject({ kind: "failure", outcome: "unknown" });
  });

  test.each(["HTTP_299", "HTTP_400", "HTTP_5031", "NO_HTTP_503"])("by the key %s is one", (key) => {
    expect(judge(200, refusal(key))).toMatchObject({ kind: "failure", outcome: "rejected" });
  });
});

test.each(["0.5", "true", "{}", "[]", '"1.5"', "1e1"])("%s is no number of a failure", (errorNumber) => {
  const body = parseJson(`{"status":{"isSuccess":false,"errorNumber":${errorNumber},"statusKey":"PAYMENT_COMPLETED"}}`);
  expect(judge(200, body)).toEqual({
    kind: "unexpected",
    outcome: "unknown",
    issues: [{ path: "status.errorNumber", message: "is no integer other than 0 though isSuccess is false" }],
  });
});
