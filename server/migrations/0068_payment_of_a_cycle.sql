-- Whether a payment without an order was the charge of a gateway subscription, whoever its vendor is.
create index if not exists subscription_cycle_payment on subscription_cycle (payment_id);
