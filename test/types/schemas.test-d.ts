import type {
  CreateOrderOptions,
  Customer,
  Decimal,
  DetailedOrder,
  Finalization,
  FinalizeOptions,
  LineItem,
  NameAndAddress,
} from "merchant-payments";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type { lineItemSchema } from "../../src/model/line-item.js";
import type { customerSchema, nameAndAddressSchema } from "../../src/model/party.js";
import type {
  createOrderOptionsSchema,
  detailedOrder,
  SimpleOrder,
  simpleOrder,
} from "../../src/operations/create-order.js";
import type { finalizationSchema, finalizeOptionsSchema } from "../../src/operations/finalization.js";

/**
 * A schema's input, as the public interfaces declare it: null beside undefined, lists that may be frozen, no other
 * keys.
 */
type AsWritten<T> = T extends Decimal | AbortSignal | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly AsWritten<Item>[]
    : T extends object
      ? Written<T>
      : T;

type Written<T> = string extends keyof Known<T>
  ? Readonly<T>
  : {
      [Key in keyof Known<T>]: undefined extends T[Key & keyof T]
        ? Optional<T[Key & keyof T]>
        : AsWritten<T[Key & keyof T]>;
    };

type Optional<T> = unknown extends T ? T : AsWritten<Exclude<T, undefined>> | null | undefined;

/** Removes the index signature, unless there is nothing else. */
type Known<T> = keyof Named<T> extends never ? T : Named<T>;
type Named<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };

// The interfaces are written by hand, for their documentation. These tests compare them with the schemas.
type InputOf<Schema extends (...args: never[]) => z.ZodMiniType> = AsWritten<z.input<ReturnType<Schema>>>;

test("the interface of each input is what its schema takes", () => {
  expectTypeOf<InputOf<typeof lineItemSchema>>().toEqualTypeOf<LineItem>();
  expectTypeOf<InputOf<typeof nameAndAddressSchema>>().toEqualTypeOf<NameAndAddress>();
  expectTypeOf<InputOf<typeof customerSchema>>().toEqualTypeOf<Customer>();
  expectTypeOf<InputOf<typeof simpleOrder>>().toEqualTypeOf<SimpleOrder>();
  expectTypeOf<InputOf<typeof detailedOrder>>().toEqualTypeOf<DetailedOrder>();
  expectTypeOf<InputOf<typeof finalizationSchema>>().toEqualTypeOf<Finalization>();
});

test("the interface of each call's options is what their schema takes", () => {
  expectTypeOf<AsWritten<z.input<typeof createOrderOptionsSchema>>>().toEqualTypeOf<CreateOrderOptions>();
  expectTypeOf<AsWritten<z.input<typeof finalizeOptionsSchema>>>().toEqualTypeOf<FinalizeOptions>();
});
