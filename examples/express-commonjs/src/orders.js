"use strict";

/** The shop's orders, in the SQLite file in which `Once` keeps its captures: a capture and its order change together. */
exports.Orders = class Orders {
  #database;

  constructor(database) {
    this.#database = database;
    database.exec(`
      create table if not exists orders (
        number text primary key, order_id text not null, total_amount text not null, currency_code text not null,
        outcome text
      ) strict
    `);
  }

  get(number) {
    return this.#database.prepare("select * from orders where number = ?").get(number);
  }

  /** False when the order number is taken. */
  insert({ orderNumber, orderId, totalAmount, currencyCode }) {
    const sql = "insert or ignore into orders (number, order_id, total_amount, currency_code) values (?, ?, ?, ?)";
    return this.#database.prepare(sql).run(orderNumber, orderId, totalAmount, currencyCode).changes === 1;
  }

  /** In the transaction in which `Once` marks the capture as recorded. */
  note(number, outcome) {
    this.#database.prepare("update orders set outcome = ? where number = ?").run(outcome, number);
  }
};
