import type { RecordedRequest } from "../http/recorded-request.js";

/** The last requests, as many as are kept. */
export class RequestLog {
  readonly kept: RecordedRequest[] = [];
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many requests came, also those that are no longer kept. */
  get count(): number {
    return this.#count;
  }

  /** Gives the request its number. */
  add(request: Omit<RecordedRequest, "number">): RecordedRequest {
    this.#count += 1;
    const recorded = { number: this.#count, ...request };
    this.kept.push(recorded);
    if (this.kept.length > this.#most) this.kept.shift();
    return recorded;
  }

  /** Replaces all requests with these. */
  reset(requests: readonly RecordedRequest[] = [], count = 0): void {
    this.kept.length = 0;
    for (const request of requests) this.kept.push(request);
    this.#count = count;
  }
}
