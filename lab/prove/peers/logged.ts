import type { PaymentClientOptions } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";
import { pino } from "pino";
import { clientOfFake } from "../../../test/support/client.js";

/** A client of a fake, a real logger, and the lines that it has written. */
export function logged() {
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const service = new FakePaymentService();
  const client = (onEvent?: PaymentClientOptions["onEvent"]) => clientOfFake(service, { onEvent });
  return { service, logger, client, lines: () => lines.map((line) => JSON.parse(line)), text: () => lines.join("") };
}
