import { type Context, type Counter, type Histogram, type MeterProvider, metrics } from "@opentelemetry/api";
import { version } from "../version.js";
import { type EndEvent, outcomeAttributes, type Server } from "./attributes.js";

/** In seconds, as OpenTelemetry's conventions advise for the duration of HTTP requests. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

interface Instruments {
  readonly calls: Counter;
  readonly duration: Histogram;
}

/** Counts and times the calls that have ended. */
export class CallMetrics {
  readonly #given: MeterProvider | undefined;
  readonly #server: Server;
  #provider: MeterProvider | undefined;
  #instruments: Instruments | undefined;

  constructor(provider: MeterProvider | undefined, server: Server) {
    this.#given = provider;
    this.#server = server;
  }

  /** @param inSpan - for exemplars, which lead from a figure to a trace. */
  record(event: EndEvent, inSpan: Context): void {
    const attributes = {
      "payment.operation": event.operation,
      ...outcomeAttributes(event),
      ...this.#server.attributes,
    };
    const { calls, duration } = this.#current();
    calls.add(1, attributes, inSpan);
    duration.record(event.durationMs / 1_000, attributes, inSpan);
  }

  /**
   * Makes the instruments again if the global provider has changed. Instruments of an earlier provider record nothing,
   * and the API has no stand-in for a later one.
   */
  #current(): Instruments {
    const provider = this.#given ?? metrics.getMeterProvider();
    if (this.#instruments === undefined || this.#provider !== provider) {
      const meter = provider.getMeter("merchant-payments", version);
      this.#provider = provider;
      this.#instruments = {
        calls: meter.createCounter("payment.calls", {
          description: "Calls to the payment service that have ended.",
          unit: "{call}",
        }),
        duration: meter.createHistogram("payment.call.duration", {
          description: "Duration of calls to the payment service, retries included.",
          unit: "s",
          advice: { explicitBucketBoundaries: BOUNDARIES },
        }),
      };
    }
    return this.#instruments;
  }
}
