/** `Once` as in the program that captures: the same client options, the same file, the same `book` and `unbook`. */
import type { PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";

export type Captures = ReturnType<typeof capturesIn>;

export function capturesIn(file: string, payments: PaymentClient) {
  const store = new SqliteOnceStore(file);
  store.database.exec("create table if not exists bookings (key text primary key) strict");
  return new Once({
    payments,
    store,
    book: (database, { key }) => void database.prepare("insert into bookings values (?)").run(key),
    unbook: (database, { key }) => void database.prepare("delete from bookings where key = ?").run(key),
  });
}
