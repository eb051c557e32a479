/** What can be done to the fake over HTTP: the same that a test does in process. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import type { Actions } from "./action.js";
import { faultActionsOn } from "./fault-actions.js";
import { paymentActionsOn } from "./payment-actions.js";
import { stateActionsOn } from "./state-actions.js";

export function actionsOn(service: FakePaymentService): Actions {
  return { ...paymentActionsOn(service), ...faultActionsOn(service), ...stateActionsOn(service) };
}
