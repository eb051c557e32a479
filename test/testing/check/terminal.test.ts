import { PassThrough } from "node:stream";
import { checkService } from "merchant-payments/check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { processTerminal } from "../../../src/check/terminal.js";

const { signal } = new AbortController();

afterEach(() => {
  process.exitCode = undefined;
});

/** Types into the process, whose output is kept. */
function typing(text: string) {
  const input = new PassThrough();
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as unknown as typeof process.stdin);
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  input.end(text);
  return output;
}

describe("the terminal of the process", () => {
  test("returns the line that is typed, without blanks around it", async () => {
    const output = typing(" test.payments.example \nmore\n");
    expect(await processTerminal.ask("Host: ", signal)).toBe("test.payments.example");
    expect(output.mock.calls[0]?.[0]).toBe("Host: ");
  });

  test("returns nothing at the end of the input, also later, and if the check is interrupted", async () => {
    typing("");
    expect(await processTerminal.ask("Host: ", signal)).toBeUndefined();
    expect(await processTerminal.ask("Host: ", signal)).toBeUndefined();
    typing("\n");
    expect(await processTerminal.ask("Host: ", AbortSignal.abort())).toBeUndefined();
  });

  test("prints, waits and sets the exit code", async () => {
    const output = typing("");
    processTerminal.write("row\n");
    await processTerminal.wait(1, signal);
    processTerminal.setExitCode(3);
    expect([output.mock.calls[0]?.[0], process.exitCode]).toEqual(["row\n", 3]);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("hears of the first %s, and not after the check", (signal) => {
    const count = () => process.listenerCount("SIGINT") + process.listenerCount("SIGTERM");
    const before = count();
    const listener = vi.fn();
    processTerminal.onInterrupt(listener);
    process.emit(signal);
    expect([listener.mock.calls.length, count()]).toEqual([1, before]);
    const remove = processTerminal.onInterrupt(listener);
    remove();
    expect([listener.mock.calls.length, count()]).toEqual([1, before]);
  });

  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])("with a terminal as its input (%s) and its output (%s) can ask: %s", (input, output, canAsk) => {
    vi.spyOn(process, "stdin", "get").mockReturnValue({ isTTY: input } as typeof process.stdin);
    vi.spyOn(process, "stdout", "get").mockReturnValue({ isTTY: output } as typeof process.stdout);
    expect(processTerminal.canAsk).toBe(canAsk);
  });
});

test("checkService runs in the terminal of the process", async () => {
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const rows = await checkService({} as Parameters<typeof checkService>[0]);
  expect(rows.length).toBeGreaterThan(8);
  expect([output.mock.calls[0]?.[0], process.exitCode]).toEqual([expect.stringContaining("The check sent nothing"), 3]);
});
