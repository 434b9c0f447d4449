-- What vendors send, as the provider has reviewed it, and the files that stand in their headers.

-- All vendors share one account at the provider, where a name exists once. The number makes a short prefix for each
-- vendor's names, such as h12_.
create sequence template_prefix_number;
create table template_prefix (
  vendor_id uuid primary key references vendor (id),
  number bigint not null unique default nextval('template_prefix_number')
);

-- Written before the file is stored; until ready_at is set the file may be missing, half there or infected.
create table media (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'video/mp4', 'application/pdf')),
  storage_key text not null,
  file_key_cipher bytea not null,
  created_at timestamptz not null,
  ready_at timestamptz,
  -- How many templates show it. A file that none shows goes after a while.
  uses integer not null default 0 check (uses >= 0),
  primary key (vendor_id, id)
);
create index media_unused on media (created_at) where uses = 0;

create table template (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  name text not null,
  language text not null,
  -- The name at the provider: prefix and name.
  provider_name text not null,
  -- Null until the provider has answered; the row is committed before it is asked.
  provider_id text constraint template_provider_id_unique unique,
  -- The provider may decide for another category than was asked for; its own is the one that prices.
  requested_category text not null check (requested_category in ('MARKETING', 'UTILITY', 'AUTHENTICATION')),
  category text not null check (category in ('MARKETING', 'UTILITY', 'AUTHENTICATION')),
  components jsonb not null,
  media_id uuid,
  status text not null default 'PENDING' check (status in ('APPROVED', 'ARCHIVED', 'DELETED', 'DISABLED', 'IN_APPEAL',
    'LIMIT_EXCEEDED', 'PAUSED', 'PENDING', 'PENDING_DELETION', 'REJECTED')),
  rejection_reason text,
  quality text,
  -- When what stands here happened at the provider. News come in any order; older ones change nothing.
  status_at timestamptz,
  category_at timestamptz,
  quality_at timestamptz,
  -- The vendor has deleted it; the row goes when it is deleted at the provider, and keeps its name until then.
  is_deleted boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (vendor_id, id),
  foreign key (vendor_id, media_id) references media (vendor_id, id),
  constraint template_name_unique unique (vendor_id, name, language),
  constraint template_provider_name_unique unique (provider_name, language)
);
