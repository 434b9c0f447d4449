-- When an operator signed in last. Sessions are purged after they end, so they cannot tell.
alter table operator add column last_sign_in_at timestamptz;
update operator o set last_sign_in_at = (select max(s.created_at) from session s where s.account_id = o.account_id);
