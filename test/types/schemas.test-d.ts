import type {
  CreateOrderOptions,
  Customer,
  DetailedOrder,
  Finalization,
  FinalizeOptions,
  LineItem,
  NameAndAddress,
  PaymentClientOptions,
  SimpleOrder,
} from "merchant-payments";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type { lineItemSchema } from "../../src/model/line-item.js";
import type { customerSchema, nameAndAddressSchema } from "../../src/model/party.js";
import type {
  createOrderOptionsSchema,
  detailedOrderSchema,
  simpleOrderSchema,
} from "../../src/operations/create-order.js";
import type { finalizationSchema, finalizeOptionsSchema } from "../../src/operations/finalize.js";
import type { clientOptionsSchema } from "../../src/options.js";
import type { DeepReadonly } from "./deep-readonly.js";

// The interfaces are written by hand, for their documentation. Here they are held to what is checked at run time.

test("a line item", () => {
  expectTypeOf<DeepReadonly<z.input<typeof lineItemSchema>>>().toEqualTypeOf<LineItem>();
});

test("a name and address", () => {
  expectTypeOf<DeepReadonly<z.input<typeof nameAndAddressSchema>>>().toEqualTypeOf<NameAndAddress>();
});

test("a customer", () => {
  expectTypeOf<DeepReadonly<z.input<typeof customerSchema>>>().toEqualTypeOf<Customer>();
});

test("a simple order", () => {
  expectTypeOf<DeepReadonly<z.input<typeof simpleOrderSchema>>>().toEqualTypeOf<SimpleOrder>();
});

test("a detailed order", () => {
  expectTypeOf<DeepReadonly<z.input<typeof detailedOrderSchema>>>().toEqualTypeOf<DetailedOrder>();
});

test("the options of createOrder", () => {
  expectTypeOf<DeepReadonly<z.input<typeof createOrderOptionsSchema>>>().toEqualTypeOf<CreateOrderOptions>();
});

test("a finalization", () => {
  expectTypeOf<DeepReadonly<z.input<typeof finalizationSchema>>>().toEqualTypeOf<Finalization>();
});

test("the options of finalize", () => {
  expectTypeOf<DeepReadonly<z.input<typeof finalizeOptionsSchema>>>().toEqualTypeOf<FinalizeOptions>();
});

test("the options of a client", () => {
  expectTypeOf<DeepReadonly<z.input<typeof clientOptionsSchema>>>().toEqualTypeOf<PaymentClientOptions>();
});
