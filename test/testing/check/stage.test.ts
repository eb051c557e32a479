import { expect, test } from "vitest";
import { Bench } from "../../../src/check/bench.js";
import { Gate } from "../../../src/check/gate.js";
import { runStage } from "../../../src/check/stage.js";

test("a bug in a row is not taken for the service's fault", async () => {
  const gate = new Gate();
  const bench = new Bench({ baseUrl: "https://test.payments.example", auth: () => ({}) }, "SEK", gate);
  const probe = { id: "bug", name: "bug", run: () => Promise.reject(new RangeError("bug")) };
  const listener = { begins: () => {}, ended: () => {} };
  await expect(runStage(1, [probe], bench, gate, listener)).rejects.toThrow(new RangeError("bug"));
});
