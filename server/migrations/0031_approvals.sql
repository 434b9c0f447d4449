-- Operator actions that wait for a second operator. PENDING past expires_at is EXPIRED; nothing has to run for that.
create table approval (
  vendor_id uuid not null references vendor (id),
  id uuid not null unique,
  kind text not null check (kind ~ '^[A-Z][A-Z_]*$'),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  currency text not null,
  reason text not null,
  -- What the action is about, where asking for it twice must not queue it twice.
  subject_id text,
  -- What the action needs besides. Ids, figures and words of ours, never personal data.
  payload jsonb not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  -- What the action did: ids and figures.
  result jsonb,
  primary key (vendor_id, id),
  constraint approval_by_another_operator check (decided_by <> requested_by),
  check ((status = 'PENDING') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((status = 'APPROVED') = (result is not null))
);
create index approval_status on approval (status, id);
create index approval_requested_by on approval (requested_by) where status = 'PENDING';
create index approval_subject on approval (vendor_id, kind, subject_id) where status = 'PENDING';

-- What operators moved without a second one. The sum of a day decides when the next action needs an approval.
create table unapproved_action (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  operator_id uuid not null,
  kind text not null,
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  created_at timestamptz not null,
  primary key (vendor_id, id)
);
create index unapproved_action_of_operator on unapproved_action (vendor_id, operator_id, kind, created_at);
