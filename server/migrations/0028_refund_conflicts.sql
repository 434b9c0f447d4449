-- A vendor may withdraw a request, and a payment for the plan may supersede it.
alter table refund_request
  drop constraint refund_request_status_check,
  add constraint refund_request_status_check check (
    status in ('REQUESTED', 'APPROVED', 'PROCESSING', 'REFUNDED', 'FAILED', 'REJECTED', 'WITHDRAWN')),
  -- Set where no person decided.
  add column decision_reason text
    constraint refund_request_decision_reason_check check (decision_reason in ('SUPERSEDED')),
  -- Blind index of the vendor's GSTIN when a first month was approved: two accounts of one company get it once.
  add column gstin_hash bytea;
create unique index refund_request_first_month_gstin on refund_request (gstin_hash)
  where basis = 'FIRST_MONTH' and status in ('APPROVED', 'PROCESSING', 'REFUNDED');

-- Where the unused value of a paid cycle went when the plan changed. Such a payment is not refunded any more.
alter table subscription_cycle
  add column value_moved_to text check (value_moved_to in ('NEW_CYCLE', 'BONUS'));
-- An upgrade sets the worth of what it replaced to zero; a downgrade lowers it and leaves a bonus in the ledger.
update subscription_cycle set value_moved_to = 'NEW_CYCLE' where worth_paise = 0;
update subscription_cycle cycle set value_moved_to = 'BONUS'
 where worth_paise > 0
   and exists (
     select from wallet_transaction bonus
      where bonus.vendor_id = cycle.vendor_id
        and bonus.type = 'BONUS'
        and bonus.reference_type = 'SUBSCRIPTION'
        and bonus.reference_id = cycle.subscription_id::text
        and bonus.created_at > cycle.created_at
        and bonus.created_at < cycle.period_end);
