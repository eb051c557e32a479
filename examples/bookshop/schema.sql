create table orders (
  number text primary key,
  currency text not null,
  total numeric(19,4) not null,
  payment_method text,
  payment_order_id text,
  transaction_id text
);

-- packed, capturing, shipped, pending, rejected, check_first
create table shipments (
  id int primary key,
  order_number text not null references orders,
  amount numeric(19,4) not null,
  invoice_number text,
  state text not null default 'packed',
  note jsonb
);

create table shipment_lines (
  shipment_id int not null references shipments,
  article text,
  title text,
  quantity numeric(12,3),
  vat_percent numeric(5,2),
  total numeric(19,4) not null
);
