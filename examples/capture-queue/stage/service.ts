/** Starts the fake of the payment service beside this process, so that it is reached over a real socket. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PaymentMethod } from "merchant-payments";
import type { Shipment } from "../src/shipments.ts";

export type FaultName =
  | "loseReply"
  | "drop"
  | "truncate"
  | "incomplete"
  | "stall"
  | "late"
  | "duplicate"
  | "refusal"
  | "nul"
  | "delay";

export interface ServiceRequest {
  /** Of the authorization. */
  readonly transactionId: string;
  readonly fault: string | undefined;
  /** False when the service's own answer did not reach the caller. */
  readonly delivered: boolean;
  /** What the service answered, delivered or not; undefined when it did not process the request. */
  readonly statusKey: string | undefined;
}

export interface ServiceCommands {
  where(): { baseUrl: string; merchantId: string; password: string };
  /** An order and an authorization for each amount; twice the amount is authorized. */
  sell(amounts: readonly string[], paymentMethod: Extract<PaymentMethod, "card" | "other">): Shipment[];
  /** Every n-th capture goes wrong. What is armed first decides. */
  arm(n: number, fault: { name: FaultName; ms?: number }): void;
  /** Lets the captures arrive that are late. */
  deliverLate(): Promise<void>;
  /** Connections are refused from now on. */
  close(): void;
  open(): void;
  /** What the service has captured. */
  ledger(): { transactionId: string; totalAmount: string }[];
  requests(): ServiceRequest[];
}

export type Service = {
  [Name in keyof ServiceCommands]: (
    ...args: Parameters<ServiceCommands[Name]>
  ) => Promise<Awaited<ReturnType<ServiceCommands[Name]>>>;
} & { stop(): void };

export function startService(): Service {
  const child = fork(fileURLToPath(new URL("./service-program.ts", import.meta.url)));
  const waiting = new Map<number, (answer: never) => void>();
  let lastId = 0;
  child.on("message", ({ id, answer }: { id: number; answer: never }) => waiting.get(id)?.(answer));
  const command =
    <Name extends keyof ServiceCommands>(name: Name): Service[Name] =>
    (...args: unknown[]) => {
      const { promise, resolve } = Promise.withResolvers<never>();
      lastId += 1;
      waiting.set(lastId, resolve);
      child.send({ id: lastId, name, args });
      return promise;
    };
  return {
    where: command("where"),
    sell: command("sell"),
    arm: command("arm"),
    deliverLate: command("deliverLate"),
    close: command("close"),
    open: command("open"),
    ledger: command("ledger"),
    requests: command("requests"),
    stop: () => child.disconnect(),
  };
}
