import type {
  CreateOrderOptions,
  Customer,
  DetailedOrder,
  Finalization,
  FinalizeOptions,
  LineItem,
  NameAndAddress,
  SimpleOrder,
} from "merchant-payments";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type { lineItemSchema } from "../../src/model/line-item.js";
import type { customerSchema, nameAndAddressSchema } from "../../src/model/party.js";
import type { createOrderOptionsSchema } from "../../src/operations/create-order.js";
import type { finalizationSchema, finalizeOptionsSchema } from "../../src/operations/finalization.js";
import type { detailedOrderSchema, simpleOrderSchema } from "../../src/operations/order.js";
import type { AsWritten } from "./as-written.js";

// The interfaces are written by hand, for their documentation. Here they are held to what is checked at run time.
type InputOf<Schema extends (...args: never[]) => z.ZodMiniType> = AsWritten<z.input<ReturnType<Schema>>>;

test("a line item", () => {
  expectTypeOf<InputOf<typeof lineItemSchema>>().toEqualTypeOf<LineItem>();
});

test("a name and address", () => {
  expectTypeOf<InputOf<typeof nameAndAddressSchema>>().toEqualTypeOf<NameAndAddress>();
});

test("a customer", () => {
  expectTypeOf<InputOf<typeof customerSchema>>().toEqualTypeOf<Customer>();
});

test("a simple order", () => {
  expectTypeOf<InputOf<typeof simpleOrderSchema>>().toEqualTypeOf<SimpleOrder>();
});

test("a detailed order", () => {
  expectTypeOf<InputOf<typeof detailedOrderSchema>>().toEqualTypeOf<DetailedOrder>();
});

test("the options of createOrder", () => {
  expectTypeOf<AsWritten<z.input<typeof createOrderOptionsSchema>>>().toEqualTypeOf<CreateOrderOptions>();
});

test("a finalization", () => {
  expectTypeOf<InputOf<typeof finalizationSchema>>().toEqualTypeOf<Finalization>();
});

test("the options of finalize", () => {
  expectTypeOf<AsWritten<z.input<typeof finalizeOptionsSchema>>>().toEqualTypeOf<FinalizeOptions>();
});
