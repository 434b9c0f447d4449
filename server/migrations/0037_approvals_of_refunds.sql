-- Refunds and payouts can wait for a second operator too. A payment that matches no vendor belongs to the platform, so
-- these tables no longer need a row in vendor.
alter table approval drop constraint approval_vendor_id_fkey;
alter table unapproved_action drop constraint unapproved_action_vendor_id_fkey;

-- Free text that may contain personal data, encrypted: a note to the vendor, the reference of a bank transfer.
alter table approval add column text_cipher bytea;

-- Null: the currency of the vendor's wallet.
alter table unapproved_action add column currency text;
