-- What was paid out by hand to an account that was closed: when, by whom, and the bank's reference, sealed like all words
-- that people type.
alter table refund_request
  add column paid_out_at timestamptz,
  add column paid_out_by uuid,
  add column paid_out_reference_cipher bytea,
  add constraint refund_request_paid_out_whole
    check ((paid_out_at is null) = (paid_out_by is null) and (paid_out_at is null) = (paid_out_reference_cipher is null)),
  add constraint refund_request_paid_out_of_exit
    check (paid_out_at is null or (kind = 'WALLET_EXIT' and status = 'REFUNDED' and manual_payout_minor_unit > 0));
