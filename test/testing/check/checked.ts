import { basicAuth, type PaymentClientOptions } from "merchant-payments";
import type { CheckRow, CheckServiceOptions } from "merchant-payments/check";
import type { FakePaymentService } from "merchant-payments/testing";
import { runCheck } from "../../../src/check/run.js";
import type { Terminal } from "../../../src/check/terminal.js";

/** In place of an answer: Ctrl+C. */
export const INTERRUPT = "Ctrl+C";

/** A terminal that keeps what is printed, and answers every question. */
export class TestTerminal implements Terminal {
  readonly canAsk: boolean;
  readonly questions: string[] = [];
  text = "";
  exitCode: number | undefined;
  /** Interrupts the check, as Ctrl+C does. */
  interrupt = () => {};
  readonly #answers: string[];

  /** @param answers - To each question in turn. Without them, nobody can be asked. */
  constructor(answers?: readonly string[]) {
    this.canAsk = answers !== undefined;
    this.#answers = [...(answers ?? [])];
  }

  write(text: string) {
    this.text += text;
  }

  async ask(question: string) {
    this.questions.push(question);
    const answer = this.#answers.shift()?.trim();
    if (answer !== INTERRUPT) return answer;
    this.interrupt();
    return undefined;
  }

  async wait(_ms: number) {}

  onInterrupt(listener: () => void) {
    this.interrupt = listener;
    return () => {
      this.interrupt = () => {};
    };
  }

  setExitCode(code: number) {
    this.exitCode = code;
  }
}

/** The options of a merchant's client for the fake's test environment. */
export function optionsFor(
  service: FakePaymentService,
  more: Partial<PaymentClientOptions> = {},
): PaymentClientOptions {
  const auth = basicAuth(service.merchantId, service.password);
  return { baseUrl: "https://test.payments.example/api", auth, fetch: service.fetch, ...more };
}

/** Runs the check. Nobody can be asked, unless a terminal is given. */
export async function checked(
  options: PaymentClientOptions,
  given: Partial<CheckServiceOptions> = {},
  terminal = new TestTerminal(),
) {
  const confirmed = { productionBaseUrl: "https://payments.example/api", host: "test.payments.example" };
  const rows = await runCheck({ options, ...confirmed, ...given }, terminal);
  const resultOf = (row: string) => rows.find(({ id }) => id === row)?.result;
  return { rows, resultOf, text: terminal.text, exitCode: terminal.exitCode };
}

/** The results of the rows that are not as assumed, by their ids. */
export function remarkable(rows: readonly CheckRow[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rows.flatMap(({ id, result }) => (result === "as assumed" ? [] : [[id, result]])));
}

/** The same of stage one alone, for a check without authorizations. */
export const inStageOne = (rows: readonly CheckRow[]) => remarkable(rows.filter(({ stage }) => stage === 1));

/** A fetch that changes the service's responses. A request whose path the pattern does not fit is passed on. */
export function responding(
  service: FakePaymentService,
  pattern: RegExp,
  respond: (response: Response, path: string) => Response | Promise<Response>,
): typeof fetch {
  return async (input, init) => {
    const path = decodeURIComponent(new URL(new Request(input, init).url).pathname);
    const response = await service.fetch(input, init);
    return pattern.test(path) ? respond(response, path) : response;
  };
}
