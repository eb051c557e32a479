import { expect, test } from "vitest";
import { Deadline } from "../../src/wire/deadline.js";
import { Gate } from "../../src/wire/gate.js";

const call = (signal?: AbortSignal) => new Deadline({ timeoutMs: 60_000, signal, sendBefore: undefined });

/** Who is inside, in the order in which they came in. */
function entering(gate: Gate, names: readonly string[]) {
  const inside: string[] = [];
  const entries = names.map((name) =>
    gate.enter(call()).then((leave) => {
      inside.push(name);
      return leave;
    }),
  );
  return { inside, entries };
}

test("lets in as many as there are places, and the others as places get free, in their order", async () => {
  const { inside, entries } = entering(new Gate(2), ["a", "b", "c", "d"]);
  const [a, b] = await Promise.all(entries.slice(0, 2));
  expect(inside).toEqual(["a", "b"]);
  b?.();
  await entries[2];
  expect(inside).toEqual(["a", "b", "c"]);
  a?.();
  await entries[3];
  expect(inside).toEqual(["a", "b", "c", "d"]);
});

test("who gives up waiting leaves the queue, and the next one moves up", async () => {
  const gate = new Gate(1);
  const controller = new AbortController();
  const leave = await gate.enter(call());
  const impatient = gate.enter(call(controller.signal));
  const patient = gate.enter(call());
  controller.abort();
  await expect(impatient).rejects.toThrow("all 1 connections were in use: raise maxConnections, or call less at once");
  leave();
  (await patient)();
  expect(await gate.enter(call())).toBeTypeOf("function");
});
