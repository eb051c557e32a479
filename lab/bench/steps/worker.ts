// The steps of a call that are ours, without the network, as the modules they are. One that has moved breaks the build.
import { createOrder } from "../../../src/operations/create-order.ts";
import { finalize } from "../../../src/operations/finalize.ts";
import { interpret } from "../../../src/operations/interpret.ts";
import { validate } from "../../../src/operations/validate.ts";
import { resolveOptions } from "../../../src/options.ts";
import { parseJson } from "../../../src/wire/json.ts";
import { finalizeAnswer } from "../loopback/answers.ts";
import { inTurn, median } from "../run/statistics.ts";
import { serve } from "../run/worker.ts";
import { finalization, order } from "../workload.ts";

/** What the steps take, in microseconds. */
export interface StepFigures {
  readonly validateThousand: number;
  readonly encodeThousand: number;
  readonly plainStringifyThousand: number;
  readonly validateFinalization: number;
  readonly decodeAnswer: number;
  readonly plainParseAnswer: number;
  readonly interpretAnswer: number;
  /** Validation and encoding of an order by its number of lines. */
  readonly byLines: readonly { readonly lines: number; readonly microseconds: number }[];
}

const { rules } = resolveOptions({ baseUrl: "https://payments.example.com", auth: () => ({}) });

const thousand = order(1_000);
const acceptedThousand = validate(createOrder, rules, thousand, undefined).input;
const encodedThousand = createOrder.encode(acceptedThousand, rules).body;
const plainThousand = JSON.parse(encodedThousand);

const { facts } = validate(finalize, rules, finalization, undefined);
const decoded = parseJson(finalizeAnswer);
const received = { httpStatus: 200, headers: {}, body: finalizeAnswer, attempts: 1, durationMs: 1 };

const validateOrder = (input: unknown) => validate(createOrder, rules, input, undefined);
const encodeOrder = (input: unknown) => whole(createOrder.encode(validateOrder(input).input, rules).body);

/** V8 puts text that was joined together only when it is read, as sending it does: that belongs to the encoding. */
const whole = (text: string) => text.charCodeAt(text.length >> 1);

type Steps = Readonly<Record<string, { readonly times: number; readonly run: () => unknown }>>;

const steps = {
  validateThousand: { times: 10, run: () => validateOrder(thousand) },
  encodeThousand: { times: 20, run: () => whole(createOrder.encode(acceptedThousand, rules).body) },
  plainStringifyThousand: { times: 40, run: () => JSON.stringify(plainThousand) },
  validateFinalization: { times: 2_000, run: () => validate(finalize, rules, finalization, undefined) },
  decodeAnswer: { times: 4_000, run: () => parseJson(finalizeAnswer) },
  plainParseAnswer: { times: 8_000, run: () => JSON.parse(finalizeAnswer) },
  interpretAnswer: {
    times: 4_000,
    run: () => interpret(finalize, facts, { received, unreadable: undefined }, decoded),
  },
} satisfies Steps;

const growth: Steps = Object.fromEntries(
  [1, 10, 100, 1_000, 10_000].map((lines) => {
    const input = order(lines);
    return [lines, { times: 10_000 / lines, run: () => encodeOrder(input) }];
  }),
);

/** The median of some rounds for each of the steps, one round of each in turn. */
function timed<Name extends string>(
  named: Readonly<Record<Name, Steps[string]>>,
  rounds: number,
): Record<Name, number> {
  const names = Object.keys(named) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) runRound(named[name]); // compiles it
  for (let round = 0; round < rounds; round += 1) {
    for (const name of inTurn(names, round)) times.get(name)?.push(runRound(named[name]));
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}

function runRound({ times, run }: Steps[string]): number {
  const startedAt = performance.now();
  for (let index = 0; index < times; index += 1) run();
  return ((performance.now() - startedAt) * 1_000) / times;
}

function measure(rounds: number): StepFigures {
  const grown = timed(growth, rounds);
  const byLines = Object.entries(grown).map(([lines, microseconds]) => ({ lines: Number(lines), microseconds }));
  return { ...timed(steps, rounds), byLines };
}

serve({ measure });
