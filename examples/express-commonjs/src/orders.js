"use strict";
const { DatabaseSync } = require("node:sqlite");

/**
 * The shop's orders in one SQLite file. A statement is on the disk when it returns.
 *
 * - `open`, `refused`: may be captured
 * - `capturing`: a capture is under way
 * - `pending`: the payment service has accepted the capture and is still at it
 * - `captured`: the money has moved
 * - `check_first`: the money may have moved; a person looks before anything else is sent
 */
exports.Orders = class Orders {
  #database;

  constructor(file) {
    this.#database = new DatabaseSync(file);
    // Exclusive: a second process with this file fails at its start.
    this.#database.exec(`
      pragma locking_mode = exclusive;
      create table if not exists orders (
        number text primary key, order_id text not null, total_amount text not null, currency_code text not null,
        state text not null default 'open', transaction_id text, note text
      ) strict;
      update orders set state = 'check_first', note = 'the process ended during the capture' where state = 'capturing'
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

  /** Gives the order to one caller; undefined to all others. */
  startCapture(number, transactionId) {
    return this.#database
      .prepare(
        `update orders set state = 'capturing', transaction_id = ?, note = null
         where number = ? and state in ('open', 'refused') returning *`,
      )
      .get(transactionId, number);
  }

  endCapture(number, state, note) {
    const text = note === undefined ? null : JSON.stringify(note);
    this.#database.prepare("update orders set state = ?, note = ? where number = ?").run(state, text, number);
  }

  close() {
    this.#database.close();
  }
};
