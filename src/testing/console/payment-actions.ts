/** Sells, authorizes, finalizes, annuls and completes what is pending, over HTTP. */
import type { FakePaymentService } from "../service/fake-payment-service.js";
import { type Actions, attempt, done } from "./action.js";
import {
  amountField,
  checkNames,
  choiceField,
  flagField,
  given,
  optionalAmount,
  optionalObjects,
  optionalText,
  textField,
} from "./action-fields.js";
import { ControlRejection } from "./control-rejection.js";
import { paymentMethodLabels } from "./labels.js";

export function paymentActionsOn(service: FakePaymentService): Actions {
  return {
    sell(fields) {
      checkNames(fields, ["paymentMethod", "amount", "currency", "lineItems", "orderNumber", "pending"]);
      const options = given({
        paymentMethod: choiceField(fields, "paymentMethod", paymentMethodLabels),
        amount: amountField(fields, "amount"),
        currency: optionalText(fields, "currency"),
        lineItems: optionalObjects(fields, "lineItems"),
        orderNumber: optionalText(fields, "orderNumber"),
        pending: flagField(fields, "pending"),
      });
      return { httpStatus: 201, response: attempt(() => service.sell(options)) };
    },
    authorize(fields) {
      checkNames(fields, ["orderId", "paymentMethod", "amount", "pending"]);
      const orderId = textField(fields, "orderId");
      const options = given({
        paymentMethod: choiceField(fields, "paymentMethod", paymentMethodLabels),
        pending: flagField(fields, "pending"),
        amount: optionalAmount(fields, "amount"),
      });
      return { httpStatus: 201, response: attempt(() => service.authorize(orderId, options)) };
    },
    finalize(fields) {
      checkNames(fields, ["transactionId", "totalAmount", "lineItems"]);
      const transactionId = textField(fields, "transactionId");
      const totalAmount = amountField(fields, "totalAmount");
      const lineItems = optionalObjects(fields, "lineItems");
      const { status, ...finalized } = service.finalize(given({ transactionId, totalAmount, lineItems }));
      if (status.isSuccess) return { httpStatus: 201, response: finalized };
      const [error] = status.errors ?? [];
      throw new ControlRejection(409, `${status.statusKey}: ${error?.message ?? status.statusMessage}`);
    },
    annul(fields) {
      checkNames(fields, ["transactionId"]);
      const transactionId = textField(fields, "transactionId");
      attempt(() => service.annul(transactionId));
      return done;
    },
    "complete-pending"(fields) {
      checkNames(fields, ["transactionId"]);
      const transactionId = textField(fields, "transactionId");
      attempt(() => service.completePending(transactionId));
      return done;
    },
    async "deliver-late"(fields) {
      checkNames(fields, []);
      await service.deliverLate();
      return done;
    },
  };
}
