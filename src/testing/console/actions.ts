/** What can be done to the fake over HTTP, beside its faults: the same that a test does in process. */
import * as z from "zod/mini";
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { number } from "../service/number-rules.js";
import { authorizeShape } from "../service/rules/authorizations.js";
import { sellShape } from "../service/rules/sales.js";
import type { FakeSnapshot } from "../service/state/snapshot.js";
import { type Actions, action } from "./action.js";
import { ControlRejection } from "./control-rejection.js";

export function actionsOn(service: FakePaymentService): Actions {
  const { clock, merchantId, password } = service;
  const snapshots = new Map<string, FakeSnapshot>();
  return {
    sell: action(sellShape, (options) => service.sell(options), 201),
    authorize: action(
      { orderId: z.string(), ...authorizeShape },
      ({ orderId, ...options }) => service.authorize(orderId, options),
      201,
    ),
    finalize: action(
      { transactionId: z.string(), totalAmount: sellShape.totalAmount, lineItems: sellShape.lineItems },
      (fields) => {
        const { status, ...finalized } = service.finalize(fields);
        if (status.isSuccess) return finalized;
        const [error] = status.errors ?? [];
        throw new ControlRejection(409, `${status.statusKey}: ${error?.message ?? status.statusMessage}`);
      },
      201,
    ),
    annul: action({ transactionId: z.string() }, ({ transactionId }) => void service.annul(transactionId)),
    "complete-pending": action({ transactionId: z.string() }, ({ transactionId }) => {
      return void service.completePending(transactionId);
    }),
    "deliver-late": action({}, async () => void (await service.deliverLate())),
    clock: action({ advanceMs: z.exactOptional(number), set: z.exactOptional(z.string()) }, ({ advanceMs, set }) => {
      if (advanceMs !== undefined && set === undefined) clock.advance(advanceMs);
      else if (advanceMs === undefined && set !== undefined) clock.set(new Date(set));
      else throw new ControlRejection(400, "The clock takes advanceMs or set, and one of them only.");
      return { now: clock.now().toISOString() };
    }),
    credentials: action({}, () => ({ merchantId, password })),
    snapshot: action({ name: z.string() }, ({ name }) => void snapshots.set(name, service.snapshot()), 201),
    restore: action({ name: z.string() }, ({ name }) => {
      const snapshot = snapshots.get(name);
      if (snapshot === undefined) throw new ControlRejection(409, `There is no snapshot ${name}.`);
      return void service.restore(snapshot);
    }),
    reset: action({}, () => {
      service.reset();
      return { armed: [] };
    }),
  };
}
