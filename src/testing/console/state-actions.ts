/** Moves the clock, keeps and restores states, and tells the password, over HTTP. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { FakeSnapshot } from "../service/state/snapshot.js";
import { type Actions, attempt, done } from "./action.js";
import { checkNames, numberField, textField } from "./action-fields.js";
import { ControlRejection } from "./control-rejection.js";

export function stateActionsOn(service: FakePaymentService): Actions {
  const snapshots = new Map<string, FakeSnapshot>();
  return {
    clock(fields) {
      checkNames(fields, ["advanceMs", "set"]);
      const { advanceMs, set } = fields;
      if ((advanceMs === undefined) === (set === undefined)) {
        throw new ControlRejection(400, "The clock takes advanceMs or set, and one of them only.");
      }
      const move =
        set === undefined
          ? (ms: number) => service.clock.advance(ms)
          : () => service.clock.set(new Date(textField(fields, "set")));
      attempt(() => move(set === undefined ? numberField(fields, "advanceMs") : 0), 400);
      return { httpStatus: 200, response: { now: service.clock.now().toISOString() } };
    },
    credentials(fields) {
      checkNames(fields, []);
      const { merchantId, password } = service;
      return { httpStatus: 200, response: { merchantId, password } };
    },
    snapshot(fields) {
      checkNames(fields, ["name"]);
      snapshots.set(textField(fields, "name"), service.snapshot());
      return { httpStatus: 201, response: {} };
    },
    restore(fields) {
      checkNames(fields, ["name"]);
      const name = textField(fields, "name");
      const snapshot = snapshots.get(name);
      if (snapshot === undefined) throw new ControlRejection(409, `There is no snapshot ${name}.`);
      service.restore(snapshot);
      return done;
    },
    reset(fields) {
      checkNames(fields, []);
      service.reset();
      return { httpStatus: 200, response: { armed: [] } };
    },
  };
}
