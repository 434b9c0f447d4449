-- Generated from the migrations and stored functions; update it with: npm test -- schema -u

create table account (
  id uuid not null,
  email_hash bytea not null,
  email_cipher bytea not null,
  password_hash text not null,
  status text not null,
  token_version integer not null default 1,
  created_at timestamp with time zone not null,
  constraint account_email_unique UNIQUE (email_hash),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);

create table api_key (
  vendor_id uuid not null,
  id uuid not null,
  name text not null,
  secret_hash bytea not null,
  hint text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  scopes text[],
  expires_at timestamp with time zone,
  allowed_ips_cipher bytea,
  last_used_from_cipher bytea,
  refused_at timestamp with time zone,
  is_expiry_announced boolean not null default false,
  constraint api_key_pkey PRIMARY KEY (vendor_id, id),
  constraint api_key_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint api_key_secret_unique UNIQUE (secret_hash),
  constraint api_key_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX api_key_unannounced_expiry ON public.api_key USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (NOT is_expiry_announced));

create table approval (
  vendor_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null default 'PENDING'::text,
  amount_minor_unit bigint not null,
  currency text not null,
  reason text not null,
  subject_id text,
  payload jsonb not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_reason text,
  result jsonb,
  text_cipher bytea,
  constraint approval_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint approval_by_another_operator CHECK ((decided_by <> requested_by)),
  constraint approval_check CHECK ((((status = 'PENDING'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  constraint approval_check1 CHECK (((status = 'APPROVED'::text) = (result IS NOT NULL))),
  constraint approval_id_key UNIQUE (id),
  constraint approval_kind_check CHECK ((kind ~ '^[A-Z][A-Z_]*$'::text)),
  constraint approval_pkey PRIMARY KEY (vendor_id, id),
  constraint approval_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text])))
);
CREATE INDEX approval_requested_by ON public.approval USING btree (requested_by) WHERE (status = 'PENDING'::text);
CREATE INDEX approval_status ON public.approval USING btree (status, id);
CREATE INDEX approval_subject ON public.approval USING btree (vendor_id, kind, subject_id) WHERE (status = 'PENDING'::text);

create table audit_entry (
  id uuid not null,
  at timestamp with time zone not null,
  operator_id uuid,
  action text not null,
  vendor_id uuid,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null,
  before jsonb,
  after jsonb,
  constraint audit_entry_action_check CHECK ((action ~ '^[A-Z][A-Z0-9_]*$'::text)),
  constraint audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_action ON public.audit_entry USING btree (action, id);
CREATE INDEX audit_entry_vendor ON public.audit_entry USING btree (vendor_id, id);
CREATE TRIGGER audit_entry_added AFTER INSERT ON public.audit_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries();
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table auto_reply (
  vendor_id uuid not null,
  id uuid not null,
  keyword text not null,
  folded text not null,
  reply text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint auto_reply_keyword_unique UNIQUE (vendor_id, folded),
  constraint auto_reply_pkey PRIMARY KEY (vendor_id, id),
  constraint auto_reply_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table blind_index_key (
  version smallint not null,
  fingerprint bytea not null,
  used_since timestamp with time zone not null default clock_timestamp(),
  constraint blind_index_key_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint blind_index_key_pkey PRIMARY KEY (version),
  constraint blind_index_key_version_check CHECK (((version >= 1) AND (version <= 255)))
);

create table blind_index_rotation (
  is_only boolean not null,
  version smallint not null,
  fingerprint bytea not null,
  is_cleared boolean not null,
  constraint blind_index_rotation_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint blind_index_rotation_is_only_check CHECK (is_only),
  constraint blind_index_rotation_pkey PRIMARY KEY (is_only),
  constraint blind_index_rotation_version_check CHECK (((version >= 2) AND (version <= 255)))
);

create table books_key (
  vendor_id uuid not null,
  version smallint not null,
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint books_key_pkey PRIMARY KEY (vendor_id, version),
  constraint books_key_version_check CHECK (((version >= 1) AND (version <= 255)))
);

create table campaign (
  vendor_id uuid not null,
  id uuid not null,
  name text not null,
  parent_campaign_id uuid,
  template_id uuid not null,
  template_name text not null,
  provider_name text not null,
  language text not null,
  category text not null,
  components jsonb not null,
  media_id uuid,
  list_id uuid,
  variables jsonb not null,
  quotation_id uuid,
  snapshot_id uuid,
  currency text not null,
  status text not null,
  pause_reason text,
  scheduled_at timestamp with time zone,
  launched_at timestamp with time zone,
  recipients integer not null,
  skipped jsonb not null,
  expanded_at timestamp with time zone,
  ended_at timestamp with time zone,
  billing_closed_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  forgiven_outcomes integer not null default 0,
  forgiven_failures integer not null default 0,
  former_snapshot_ids uuid[] not null default '{}'::uuid[],
  exclude_countries text[] not null default '{}'::text[],
  traceparent text,
  constraint campaign_category_check CHECK ((category = ANY (ARRAY['MARKETING'::text, 'UTILITY'::text, 'AUTHENTICATION'::text]))),
  constraint campaign_check CHECK (((pause_reason IS NOT NULL) = (status = 'PAUSED'::text))),
  constraint campaign_check1 CHECK (((launched_at IS NULL) OR (snapshot_id IS NOT NULL))),
  constraint campaign_check2 CHECK (((ended_at IS NOT NULL) = (status = ANY (ARRAY['COMPLETED'::text, 'CANCELLED'::text, 'FAILED'::text])))),
  constraint campaign_forgiven_failures_check CHECK ((forgiven_failures >= 0)),
  constraint campaign_forgiven_outcomes_check CHECK ((forgiven_outcomes >= 0)),
  constraint campaign_pkey PRIMARY KEY (vendor_id, id),
  constraint campaign_recipients_check CHECK ((recipients >= 0)),
  constraint campaign_status_check CHECK ((status = ANY (ARRAY['SCHEDULED'::text, 'RUNNING'::text, 'PAUSED'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'FAILED'::text]))),
  constraint campaign_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id),
  constraint campaign_vendor_id_parent_campaign_id_fkey FOREIGN KEY (vendor_id, parent_campaign_id) REFERENCES campaign(vendor_id, id),
  constraint campaign_vendor_id_quotation_id_fkey FOREIGN KEY (vendor_id, quotation_id) REFERENCES quotation(vendor_id, id),
  constraint campaign_vendor_id_snapshot_id_fkey FOREIGN KEY (vendor_id, snapshot_id) REFERENCES pricing_snapshot(vendor_id, id)
);
CREATE INDEX campaign_open ON public.campaign USING btree (vendor_id, id) WHERE (billing_closed_at IS NULL);
CREATE INDEX campaign_running ON public.campaign USING btree (vendor_id, launched_at, id) WHERE (status = 'RUNNING'::text);
CREATE TRIGGER campaign_added AFTER INSERT ON public.campaign REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_campaigns();
CREATE TRIGGER campaign_removed AFTER DELETE ON public.campaign REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_campaigns();
CREATE TRIGGER campaign_status_changed AFTER UPDATE OF status ON public.campaign FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION count_campaign_status();

create table contact (
  vendor_id uuid not null,
  id uuid not null,
  mobile_hash bytea not null,
  profile_cipher bytea not null,
  name_tokens bigint[] not null,
  filled_keys text[] not null,
  country_code text not null,
  source text not null,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint contact_mobile_hash_check CHECK ((octet_length(mobile_hash) = 32)),
  constraint contact_mobile_unique UNIQUE (vendor_id, mobile_hash),
  constraint contact_pkey PRIMARY KEY (vendor_id, id),
  constraint contact_source_check CHECK ((source = ANY (ARRAY['MANUAL'::text, 'IMPORT'::text, 'API'::text, 'INBOUND'::text])))
);
CREATE INDEX contact_country ON public.contact USING btree (vendor_id, country_code, id) WHERE (country_code > ''::text);
CREATE INDEX contact_name_tokens ON public.contact USING gin (name_tokens);
CREATE TRIGGER contact_added AFTER INSERT ON public.contact REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_contacts();
CREATE TRIGGER contact_reassigned AFTER UPDATE OF country_code ON public.contact FOR EACH ROW WHEN ((old.country_code IS DISTINCT FROM new.country_code)) EXECUTE FUNCTION count_reassigned_contact();
CREATE TRIGGER contact_removed AFTER DELETE ON public.contact REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_contacts();
CREATE TRIGGER contact_words_go AFTER DELETE ON public.contact REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_words();

create table contact_audit (
  vendor_id uuid not null,
  contact_id uuid not null,
  revision integer not null,
  action text not null,
  actor_id uuid,
  job_id uuid,
  before_cipher bytea,
  labels_before uuid[] not null default '{}'::uuid[],
  labels_after uuid[] not null default '{}'::uuid[],
  transaction_id bigint not null default ((pg_current_xact_id())::text)::bigint,
  created_at timestamp with time zone not null,
  constraint contact_audit_action_check CHECK ((action = ANY (ARRAY['CREATE'::text, 'UPDATE'::text, 'MERGE'::text, 'DELETE'::text, 'RESTORE'::text]))),
  constraint contact_audit_pkey PRIMARY KEY (vendor_id, contact_id, revision)
);
CREATE INDEX contact_audit_job ON public.contact_audit USING brin (job_id) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX contact_audit_transaction ON public.contact_audit USING brin (transaction_id) WITH (pages_per_range='32', autosummarize='on');

create table contact_label (
  vendor_id uuid not null,
  contact_id uuid not null,
  label_id uuid not null,
  added_at timestamp with time zone not null,
  place smallint not null,
  constraint contact_label_pkey PRIMARY KEY (vendor_id, contact_id, label_id),
  constraint contact_label_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contact(vendor_id, id) ON DELETE CASCADE,
  constraint contact_label_vendor_id_label_id_fkey FOREIGN KEY (vendor_id, label_id) REFERENCES label(vendor_id, id)
);
CREATE INDEX contact_label_label ON public.contact_label USING btree (vendor_id, label_id, contact_id);
CREATE TRIGGER contact_label_added AFTER INSERT ON public.contact_label REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_labels();
CREATE TRIGGER contact_label_removed AFTER DELETE ON public.contact_label REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_labels();

create table contact_list (
  vendor_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint contact_list_kind_check CHECK ((kind = ANY (ARRAY['STATIC'::text, 'DYNAMIC'::text]))),
  constraint contact_list_pkey PRIMARY KEY (vendor_id, id),
  constraint contact_list_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table contact_list_label (
  vendor_id uuid not null,
  list_id uuid not null,
  label_id uuid not null,
  constraint contact_list_label_pkey PRIMARY KEY (vendor_id, list_id, label_id),
  constraint contact_list_label_vendor_id_label_id_fkey FOREIGN KEY (vendor_id, label_id) REFERENCES label(vendor_id, id),
  constraint contact_list_label_vendor_id_list_id_fkey FOREIGN KEY (vendor_id, list_id) REFERENCES contact_list(vendor_id, id) ON DELETE CASCADE
);

create table contact_list_member (
  vendor_id uuid not null,
  list_id uuid not null,
  contact_id uuid not null,
  added_at timestamp with time zone not null,
  job_id uuid,
  constraint contact_list_member_pkey PRIMARY KEY (vendor_id, list_id, contact_id),
  constraint contact_list_member_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contact(vendor_id, id) ON DELETE CASCADE,
  constraint contact_list_member_vendor_id_list_id_fkey FOREIGN KEY (vendor_id, list_id) REFERENCES contact_list(vendor_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_list_member_contact ON public.contact_list_member USING btree (vendor_id, contact_id);
CREATE TRIGGER contact_list_member_added AFTER INSERT ON public.contact_list_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_members();
CREATE TRIGGER contact_list_member_removed AFTER DELETE ON public.contact_list_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_members();

create table contact_seen (
  vendor_id uuid not null,
  contact_id uuid not null,
  job_id uuid,
  constraint contact_seen_pkey PRIMARY KEY (vendor_id, contact_id),
  constraint contact_seen_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contact(vendor_id, id) ON DELETE CASCADE
);

create table contact_suffix_backfill (
  vendor_id uuid not null,
  after_id uuid,
  listed_at timestamp with time zone not null default clock_timestamp(),
  awaits_imports boolean not null default false,
  retry_at timestamp with time zone,
  constraint contact_suffix_backfill_pkey PRIMARY KEY (vendor_id),
  constraint contact_suffix_backfill_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table conversation (
  vendor_id uuid not null,
  contact_id uuid not null,
  last_message_at timestamp with time zone not null,
  last_inbound_at timestamp with time zone not null,
  unread integer not null default 0,
  constraint conversation_pkey PRIMARY KEY (vendor_id, contact_id),
  constraint conversation_unread_check CHECK ((unread >= 0)),
  constraint conversation_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contact(vendor_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_newest ON public.conversation USING btree (vendor_id, last_message_at, contact_id);

create table credit_note (
  vendor_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  series text not null,
  series_number bigint not null,
  credit_note_number text not null,
  amount_minor_unit bigint not null,
  cgst_minor_unit bigint not null,
  sgst_minor_unit bigint not null,
  igst_minor_unit bigint not null,
  gst_amount_minor_unit bigint not null,
  total_minor_unit bigint not null,
  currency text not null,
  total_inr_paise bigint not null,
  gateway_refund_id text,
  refund_request_id uuid,
  reason_cipher bytea not null,
  issued_at timestamp with time zone not null,
  pdf_revision integer not null default 1,
  pdf_status text not null default 'PENDING'::text,
  pdf_key text,
  pdf_file_key_cipher bytea not null,
  total_vendor_minor_unit bigint,
  constraint credit_note_amount_minor_unit_check CHECK ((amount_minor_unit >= 0)),
  constraint credit_note_cgst_minor_unit_check CHECK ((cgst_minor_unit >= 0)),
  constraint credit_note_check CHECK ((sgst_minor_unit = cgst_minor_unit)),
  constraint credit_note_check1 CHECK (((igst_minor_unit >= 0) AND ((igst_minor_unit = 0) OR (cgst_minor_unit = 0)))),
  constraint credit_note_check2 CHECK ((gst_amount_minor_unit = ((cgst_minor_unit + sgst_minor_unit) + igst_minor_unit))),
  constraint credit_note_check3 CHECK (((total_minor_unit > 0) AND (total_minor_unit = (amount_minor_unit + gst_amount_minor_unit)))),
  constraint credit_note_check4 CHECK (((pdf_status = 'READY'::text) <= (pdf_key IS NOT NULL))),
  constraint credit_note_credit_note_number_check CHECK ((length(credit_note_number) <= 16)),
  constraint credit_note_number_unique UNIQUE (credit_note_number),
  constraint credit_note_pdf_status_check CHECK ((pdf_status = ANY (ARRAY['PENDING'::text, 'GENERATING'::text, 'READY'::text]))),
  constraint credit_note_pkey PRIMARY KEY (vendor_id, id),
  constraint credit_note_refund_unique UNIQUE (vendor_id, invoice_id, gateway_refund_id),
  constraint credit_note_request_unique UNIQUE (vendor_id, invoice_id, refund_request_id),
  constraint credit_note_series_fkey FOREIGN KEY (series) REFERENCES number_series(series),
  constraint credit_note_series_unique UNIQUE (series, series_number),
  constraint credit_note_vendor_id_invoice_id_fkey FOREIGN KEY (vendor_id, invoice_id) REFERENCES invoice(vendor_id, id)
);

create table currency_config (
  code text not null,
  symbol text not null,
  decimal_places smallint not null,
  locale text not null,
  is_active boolean not null default true,
  constraint currency_config_code_check CHECK ((code ~ '^[A-Z]{3}$'::text)),
  constraint currency_config_decimal_places_check CHECK (((decimal_places >= 0) AND (decimal_places <= 3))),
  constraint currency_config_pkey PRIMARY KEY (code)
);

create table data_key (
  vendor_id uuid not null,
  version smallint not null,
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint data_key_pkey PRIMARY KEY (vendor_id, version),
  constraint data_key_version_check CHECK (((version >= 1) AND (version <= 255)))
);

create table dead_letter (
  vendor_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  payload jsonb not null,
  reason text not null,
  attempts integer not null,
  created_at timestamp with time zone not null,
  replayed_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint dead_letter_kind_check CHECK ((kind = ANY (ARRAY['WEBHOOK'::text, 'JOB'::text, 'MESSAGE'::text]))),
  constraint dead_letter_pkey PRIMARY KEY (vendor_id, id)
);
CREATE INDEX dead_letter_created_at ON public.dead_letter USING btree (created_at);
CREATE INDEX dead_letter_ended ON public.dead_letter USING btree (created_at) WHERE ((kind = 'MESSAGE'::text) OR (replayed_at IS NOT NULL) OR (closed_at IS NOT NULL));
CREATE INDEX dead_letter_id ON public.dead_letter USING btree (id);
CREATE INDEX dead_letter_kind ON public.dead_letter USING btree (kind, id);
CREATE INDEX dead_letter_open ON public.dead_letter USING btree (id) WHERE ((kind <> 'MESSAGE'::text) AND (replayed_at IS NULL) AND (closed_at IS NULL));
CREATE INDEX dead_letter_resolved ON public.dead_letter USING btree (id) WHERE ((replayed_at IS NOT NULL) OR (closed_at IS NOT NULL));
CREATE TRIGGER dead_letter_added AFTER INSERT ON public.dead_letter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_dead_letters();
CREATE TRIGGER dead_letter_removed AFTER DELETE ON public.dead_letter REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_dead_letters();

create table exchange_rate (
  id uuid not null default gen_random_uuid(),
  from_currency text not null,
  to_currency text not null,
  rate numeric(24,10) not null,
  fetched_at timestamp with time zone not null,
  offered_rate numeric(24,10),
  offered_at timestamp with time zone,
  constraint exchange_rate_id_key UNIQUE (id),
  constraint exchange_rate_offered_rate_check CHECK ((offered_rate > (0)::numeric)),
  constraint exchange_rate_pkey PRIMARY KEY (from_currency, to_currency),
  constraint exchange_rate_rate_check CHECK ((rate > (0)::numeric))
);

create table flagged_import (
  vendor_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  contacts integer not null,
  sequential_contacts integer not null,
  flagged_at timestamp with time zone not null,
  constraint flagged_import_pkey PRIMARY KEY (vendor_id, job_id),
  constraint flagged_import_vendor_id_job_id_fkey FOREIGN KEY (vendor_id, job_id) REFERENCES import_job(vendor_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX flagged_import_id ON public.flagged_import USING btree (id);

create table gateway_subscription (
  vendor_id uuid not null,
  gateway_sub_id text not null,
  subscription_id uuid not null,
  base_paise bigint not null,
  amount_minor_unit bigint not null,
  mandate_url text,
  mandate text not null,
  replaced_at timestamp with time zone,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint gateway_subscription_base_paise_check CHECK ((base_paise > 0)),
  constraint gateway_subscription_check CHECK ((amount_minor_unit >= base_paise)),
  constraint gateway_subscription_mandate_check CHECK ((mandate = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'ENDED'::text]))),
  constraint gateway_subscription_pkey PRIMARY KEY (vendor_id, gateway_sub_id),
  constraint gateway_subscription_unique UNIQUE (gateway_sub_id),
  constraint gateway_subscription_vendor_id_subscription_id_fkey FOREIGN KEY (vendor_id, subscription_id) REFERENCES subscription(vendor_id, id)
);
CREATE UNIQUE INDEX gateway_subscription_current ON public.gateway_subscription USING btree (vendor_id, subscription_id) WHERE (replaced_at IS NULL);

create unlogged table held_lock (
  name text not null,
  token uuid not null,
  expires_at timestamp with time zone not null,
  constraint held_lock_pkey PRIMARY KEY (name)
);

create table idempotency_key (
  scope_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  lease_token uuid not null,
  lease_until timestamp with time zone not null,
  status_code smallint,
  answer_cipher bytea,
  created_at timestamp with time zone not null,
  constraint idempotency_key_pkey PRIMARY KEY (scope_id, route, key)
);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);

create table import_chunk (
  vendor_id uuid not null,
  job_id uuid not null,
  first_row integer not null,
  last_row integer not null,
  row_count integer not null,
  state text not null,
  claimed_by smallint,
  tries smallint not null default 0,
  rows_cipher bytea not null,
  votes jsonb not null default '{}'::jsonb,
  parked_rows integer[] not null default '{}'::integer[],
  valid_rows integer not null default 0,
  invalid_rows integer not null default 0,
  warning_rows integer not null default 0,
  contacts integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  merged integer not null default 0,
  skipped integer not null default 0,
  changed_since_preview integer not null default 0,
  excluded_rows integer not null default 0,
  corrected_rows integer[] not null default '{}'::integer[],
  parent_rows integer[] not null default '{}'::integer[],
  constraint import_chunk_pkey PRIMARY KEY (vendor_id, job_id, first_row),
  constraint import_chunk_state_check CHECK ((state = ANY (ARRAY['STORED'::text, 'SIFTED'::text, 'STAGED'::text, 'PERSISTED'::text]))),
  constraint import_chunk_vendor_id_job_id_fkey FOREIGN KEY (vendor_id, job_id) REFERENCES import_job(vendor_id, id) ON DELETE CASCADE
);

create table import_job (
  vendor_id uuid not null,
  id uuid not null,
  status text not null,
  history jsonb not null,
  failure_reason text,
  actor_id uuid,
  file_kind text not null,
  file_hash bytea not null,
  file_bytes integer not null,
  storage_key text not null,
  file_key_cipher bytea not null,
  details_cipher bytea not null,
  default_country text,
  merge_strategy text not null,
  auto_map boolean not null,
  labels text[] not null,
  head_cipher bytea,
  mapping_cipher bytea,
  total_rows integer,
  majority_country text,
  resolved_strategy text,
  resolved_at_transaction bigint,
  warning_rows integer,
  summary jsonb,
  undo_state text,
  undo_restored integer not null default 0,
  undo_removed integer not null default 0,
  undo_kept integer not null default 0,
  undo_after uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  purged_at timestamp with time zone,
  final_totals jsonb,
  review_version integer not null default 0,
  repairs_digest bigint not null default 0,
  parent_job_id uuid,
  revision integer not null default 1,
  vendor_country text,
  constraint import_job_file_kind_check CHECK ((file_kind = ANY (ARRAY['csv'::text, 'ods'::text, 'vcf'::text, 'xlsx'::text]))),
  constraint import_job_merge_strategy_check CHECK ((merge_strategy = ANY (ARRAY['SKIP_DUPLICATES'::text, 'MERGE_LABELS'::text, 'UPDATE_METADATA'::text, 'FULL_REPLACE'::text]))),
  constraint import_job_pkey PRIMARY KEY (vendor_id, id),
  constraint import_job_status_check CHECK ((status = ANY (ARRAY['UPLOADED'::text, 'SCANNING'::text, 'QUARANTINED'::text, 'HEADERS_EXTRACTED'::text, 'AWAITING_MAPPING'::text, 'MAPPING_CONFIRMED'::text, 'QUEUED'::text, 'PROCESSING'::text, 'PENDING_REVIEW'::text, 'PERSISTING'::text, 'COMPLETED'::text, 'PARTIAL_SUCCESS'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint import_job_undo_state_check CHECK ((undo_state = ANY (ARRAY['RUNNING'::text, 'DONE'::text]))),
  constraint import_job_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id),
  constraint import_job_vendor_id_parent_job_id_fkey FOREIGN KEY (vendor_id, parent_job_id) REFERENCES import_job(vendor_id, id)
);
CREATE UNIQUE INDEX import_job_active_file_unique ON public.import_job USING btree (vendor_id, file_hash) WHERE (ended_at IS NULL);
CREATE INDEX import_job_file ON public.import_job USING btree (vendor_id, file_hash);
CREATE INDEX import_job_parent ON public.import_job USING btree (vendor_id, parent_job_id) WHERE (parent_job_id IS NOT NULL);
CREATE INDEX import_job_to_purge ON public.import_job USING btree (ended_at) WHERE (purged_at IS NULL);
CREATE INDEX import_job_waiting ON public.import_job USING btree (updated_at) WHERE (status = ANY (ARRAY['AWAITING_MAPPING'::text, 'PENDING_REVIEW'::text]));

create table import_plan (
  vendor_id uuid not null,
  job_id uuid not null,
  plan_hash bytea not null,
  version integer not null,
  constraint import_plan_pkey PRIMARY KEY (vendor_id, job_id, plan_hash),
  constraint import_plan_vendor_id_job_id_fkey FOREIGN KEY (vendor_id, job_id) REFERENCES import_job(vendor_id, id) ON DELETE CASCADE
);

create table import_preset (
  vendor_id uuid not null,
  id uuid not null,
  name_hash bytea not null,
  preset_cipher bytea not null,
  created_at timestamp with time zone not null,
  constraint import_preset_name_hash_check CHECK ((octet_length(name_hash) = 32)),
  constraint import_preset_name_unique UNIQUE (vendor_id, name_hash),
  constraint import_preset_pkey PRIMARY KEY (vendor_id, id),
  constraint import_preset_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table import_repair (
  vendor_id uuid not null,
  job_id uuid not null,
  row_index integer not null,
  is_excluded boolean not null,
  cells_cipher bytea,
  digest bigint not null,
  constraint import_repair_pkey PRIMARY KEY (vendor_id, job_id, row_index),
  constraint import_repair_vendor_id_job_id_fkey FOREIGN KEY (vendor_id, job_id) REFERENCES import_job(vendor_id, id) ON DELETE CASCADE
);

create table import_replacement (
  vendor_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  first_row integer not null,
  last_row integer not null,
  column_index integer not null,
  cells_cipher bytea not null,
  constraint import_replacement_check CHECK ((last_row >= first_row)),
  constraint import_replacement_pkey PRIMARY KEY (vendor_id, job_id, id, first_row),
  constraint import_replacement_vendor_id_job_id_fkey FOREIGN KEY (vendor_id, job_id) REFERENCES import_job(vendor_id, id) ON DELETE CASCADE
);

create table import_upload (
  vendor_id uuid not null,
  id uuid not null,
  storage_key text not null,
  created_at timestamp with time zone not null,
  constraint import_upload_pkey PRIMARY KEY (vendor_id, id),
  constraint import_upload_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX import_upload_created_at ON public.import_upload USING btree (created_at);

create table inbound_message (
  vendor_id uuid not null,
  id uuid not null,
  wamid text not null,
  contact_id uuid,
  mobile_hash bytea,
  route_hash bytea not null,
  type text not null,
  content_cipher bytea not null,
  answers_message_id uuid,
  sent_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint inbound_message_pkey PRIMARY KEY (vendor_id, id),
  constraint inbound_message_wamid_unique UNIQUE (wamid)
);
CREATE INDEX inbound_message_contact ON public.inbound_message USING btree (vendor_id, contact_id, sent_at);
CREATE INDEX inbound_message_routed ON public.inbound_message USING btree (received_at) WHERE (octet_length(route_hash) > 0);

create table invitation (
  vendor_id uuid not null,
  id uuid not null,
  email_hash bytea not null,
  email_cipher bytea not null,
  role text not null,
  invited_by uuid not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint invitation_email_unique UNIQUE (vendor_id, email_hash),
  constraint invitation_pkey PRIMARY KEY (vendor_id, id),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text]))),
  constraint invitation_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table invitation_log (
  vendor_id uuid not null,
  id uuid not null,
  email_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint invitation_log_pkey PRIMARY KEY (vendor_id, id),
  constraint invitation_log_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX invitation_log_created_at ON public.invitation_log USING btree (created_at);

create table invoice (
  vendor_id uuid not null,
  id uuid not null,
  type text not null,
  status text not null,
  series text,
  series_number bigint,
  invoice_number text,
  description text not null,
  amount_minor_unit bigint not null,
  cgst_minor_unit bigint not null,
  sgst_minor_unit bigint not null,
  igst_minor_unit bigint not null,
  gst_amount_minor_unit bigint not null,
  gst_percent smallint not null,
  total_minor_unit bigint not null,
  currency text not null,
  total_inr_paise bigint not null,
  exchange_rate_used numeric(24,10) not null,
  tax_kind text not null,
  place_of_supply text not null,
  hsn_code text not null default '998313'::text,
  subscription_id uuid,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  due_date timestamp with time zone not null,
  issued_at timestamp with time zone,
  paid_at timestamp with time zone,
  gateway_payment_id text,
  refunded_minor_unit bigint not null default 0,
  refund_id text,
  refunded_at timestamp with time zone,
  parties_cipher bytea not null,
  pdf_revision integer not null default 1,
  pdf_status text not null default 'PENDING'::text,
  pdf_key text,
  pdf_file_key_cipher bytea not null,
  created_at timestamp with time zone not null,
  vendor_currency text,
  vendor_currency_rate numeric(24,10),
  total_vendor_minor_unit bigint,
  constraint invoice_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint invoice_cgst_minor_unit_check CHECK ((cgst_minor_unit >= 0)),
  constraint invoice_check CHECK ((sgst_minor_unit = cgst_minor_unit)),
  constraint invoice_check1 CHECK (((igst_minor_unit >= 0) AND ((igst_minor_unit = 0) OR (cgst_minor_unit = 0)))),
  constraint invoice_check2 CHECK ((gst_amount_minor_unit = ((cgst_minor_unit + sgst_minor_unit) + igst_minor_unit))),
  constraint invoice_check3 CHECK ((total_minor_unit = (amount_minor_unit + gst_amount_minor_unit))),
  constraint invoice_check4 CHECK (((refunded_minor_unit >= 0) AND (refunded_minor_unit <= total_minor_unit))),
  constraint invoice_check5 CHECK (((pdf_status = 'READY'::text) <= (pdf_key IS NOT NULL))),
  constraint invoice_check6 CHECK ((((series IS NULL) = (invoice_number IS NULL)) AND ((series IS NULL) = (series_number IS NULL)) AND ((series IS NULL) = (issued_at IS NULL)))),
  constraint invoice_check7 CHECK (
CASE status
    WHEN 'PAID'::text THEN ((invoice_number IS NOT NULL) AND (paid_at IS NOT NULL) AND (gateway_payment_id IS NOT NULL))
    WHEN 'VOID'::text THEN (((invoice_number IS NULL) AND (refunded_minor_unit = 0)) OR ((refunded_minor_unit = total_minor_unit) AND (refunded_at IS NOT NULL)))
    ELSE ((invoice_number IS NULL) AND (paid_at IS NULL) AND (refunded_minor_unit = 0))
END),
  constraint invoice_check8 CHECK ((((vendor_currency IS NULL) = (vendor_currency_rate IS NULL)) AND ((vendor_currency IS NULL) = (total_vendor_minor_unit IS NULL)))),
  constraint invoice_gst_percent_check CHECK ((gst_percent >= 0)),
  constraint invoice_invoice_number_check CHECK ((length(invoice_number) <= 16)),
  constraint invoice_number_unique UNIQUE (invoice_number),
  constraint invoice_payment_unique UNIQUE (gateway_payment_id, type),
  constraint invoice_pdf_status_check CHECK ((pdf_status = ANY (ARRAY['PENDING'::text, 'GENERATING'::text, 'READY'::text]))),
  constraint invoice_pkey PRIMARY KEY (vendor_id, id),
  constraint invoice_series_fkey FOREIGN KEY (series) REFERENCES number_series(series),
  constraint invoice_series_unique UNIQUE (series, series_number),
  constraint invoice_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PAID'::text, 'OVERDUE'::text, 'VOID'::text]))),
  constraint invoice_tax_kind_check CHECK ((tax_kind = ANY (ARRAY['INTRA'::text, 'INTER'::text, 'EXPORT'::text, 'NONE'::text]))),
  constraint invoice_type_check CHECK ((type = ANY (ARRAY['SETUP'::text, 'SUBSCRIPTION'::text, 'WALLET_RECHARGE'::text]))),
  constraint invoice_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE UNIQUE INDEX invoice_open_unique ON public.invoice USING btree (vendor_id, subscription_id, period_start) WHERE (status = ANY (ARRAY['DRAFT'::text, 'OVERDUE'::text]));
CREATE INDEX invoice_status ON public.invoice USING btree (vendor_id, status, id);
CREATE INDEX invoice_subscription ON public.invoice USING btree (vendor_id, subscription_id, period_start) WHERE (subscription_id IS NOT NULL);
CREATE INDEX invoice_type ON public.invoice USING btree (vendor_id, type, id);
CREATE TRIGGER invoice_does_not_change BEFORE DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION refuse_invoice_change();
CREATE TRIGGER invoice_stays BEFORE TRUNCATE ON public.invoice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table known_source (
  account_id uuid not null,
  source_hash bytea not null,
  last_signed_in_at timestamp with time zone not null,
  constraint known_source_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint known_source_pkey PRIMARY KEY (account_id, source_hash)
);
CREATE INDEX known_source_last_signed_in_at ON public.known_source USING btree (last_signed_in_at);

create table label (
  vendor_id uuid not null,
  id uuid not null,
  name text not null,
  folded text not null,
  created_at timestamp with time zone not null,
  constraint label_folded_unique UNIQUE (vendor_id, folded),
  constraint label_pkey PRIMARY KEY (vendor_id, id),
  constraint label_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX label_by_name ON public.label USING btree (vendor_id, folded COLLATE "C");

create table mailed_code (
  id uuid not null,
  email_hash bytea not null,
  purpose text not null,
  email_cipher bytea not null,
  source_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mailed_code_pkey PRIMARY KEY (id),
  constraint mailed_code_purpose_check CHECK ((purpose = ANY (ARRAY['REGISTER'::text, 'RESET_PASSWORD'::text])))
);
CREATE INDEX mailed_code_email ON public.mailed_code USING btree (email_hash, purpose);
CREATE INDEX mailed_code_expires_at ON public.mailed_code USING btree (expires_at);

create table media (
  vendor_id uuid not null,
  id uuid not null,
  content_type text not null,
  storage_key text not null,
  file_key_cipher bytea not null,
  created_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  uses integer not null default 0,
  constraint media_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'video/mp4'::text, 'application/pdf'::text]))),
  constraint media_pkey PRIMARY KEY (vendor_id, id),
  constraint media_uses_check CHECK ((uses >= 0)),
  constraint media_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX media_unused ON public.media USING btree (created_at) WHERE (uses = 0);

create table message (
  vendor_id uuid not null,
  id uuid not null,
  campaign_id uuid,
  kind text not null,
  contact_id uuid,
  mobile_hash bytea not null,
  country_code text not null,
  category text not null,
  cost_minor_unit bigint not null,
  status text not null default 'QUEUED'::text,
  settled_as text,
  is_counted boolean not null default false,
  is_unfunded boolean not null default false,
  retry_count smallint not null default 0,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  sending_until timestamp with time zone,
  wamid text,
  error_code text,
  content_cipher bytea,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  failed_at timestamp with time zone,
  auto_reply_id uuid,
  constraint message_category_check CHECK ((category = ANY (ARRAY['MARKETING'::text, 'UTILITY'::text, 'AUTHENTICATION'::text, 'SERVICE'::text]))),
  constraint message_check CHECK (((kind = 'CAMPAIGN'::text) = (campaign_id IS NOT NULL))),
  constraint message_cost_minor_unit_check CHECK ((cost_minor_unit >= 0)),
  constraint message_kind_check CHECK ((kind = ANY (ARRAY['CAMPAIGN'::text, 'TEST'::text, 'REPLY'::text, 'AUTO_REPLY'::text]))),
  constraint message_mobile_hash_check CHECK ((octet_length(mobile_hash) = 32)),
  constraint message_pkey PRIMARY KEY (vendor_id, id),
  constraint message_recipient_unique UNIQUE (vendor_id, campaign_id, mobile_hash),
  constraint message_settled_as_check CHECK ((settled_as = ANY (ARRAY['CAPTURED'::text, 'REFUNDED'::text]))),
  constraint message_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'SENT'::text, 'DELIVERED'::text, 'FAILED'::text, 'UNKNOWN'::text, 'CANCELLED'::text]))),
  constraint message_vendor_id_campaign_id_fkey FOREIGN KEY (vendor_id, campaign_id) REFERENCES campaign(vendor_id, id)
);
CREATE INDEX message_conversation ON public.message USING btree (vendor_id, contact_id, created_at) WHERE (campaign_id IS NULL);
CREATE INDEX message_created ON public.message USING brin (created_at);
CREATE INDEX message_failed ON public.message USING btree (vendor_id, campaign_id) WHERE (status = 'FAILED'::text);
CREATE INDEX message_queued ON public.message USING btree (vendor_id, campaign_id, due_at, id) WHERE (status = 'QUEUED'::text);
CREATE INDEX message_queued_single ON public.message USING btree (due_at, vendor_id, id) WHERE ((status = 'QUEUED'::text) AND (campaign_id IS NULL));
CREATE INDEX message_reference ON public.message USING btree (id) WHERE (wamid IS NULL);
CREATE INDEX message_sending ON public.message USING btree (sending_until) WHERE (status = 'SENDING'::text);
CREATE INDEX message_test ON public.message USING btree (created_at) WHERE ((kind = 'TEST'::text) AND (content_cipher IS NOT NULL));
CREATE INDEX message_test_recent ON public.message USING btree (vendor_id, created_at) WHERE (kind = 'TEST'::text);
CREATE INDEX message_under_way ON public.message USING btree (due_at) WHERE ((campaign_id IS NULL) AND (settled_as IS NULL) AND (status = ANY (ARRAY['SENDING'::text, 'SENT'::text, 'UNKNOWN'::text])));
CREATE INDEX message_unknown ON public.message USING btree (vendor_id, campaign_id) WHERE (status = 'UNKNOWN'::text);
CREATE UNIQUE INDEX message_wamid_unique ON public.message USING btree (wamid) WHERE (wamid IS NOT NULL);
CREATE TRIGGER message_added AFTER INSERT ON public.message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_messages();
CREATE TRIGGER message_changed AFTER UPDATE ON public.message REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_changed_messages();
CREATE TRIGGER message_removed AFTER DELETE ON public.message REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_messages();

create table message_conflict (
  vendor_id uuid not null,
  message_id uuid not null,
  status text not null,
  error_code text,
  happened_at timestamp with time zone not null,
  noted_at timestamp with time zone not null,
  id bigint not null,
  constraint message_conflict_pkey PRIMARY KEY (vendor_id, message_id, status)
);
CREATE UNIQUE INDEX message_conflict_newest ON public.message_conflict USING btree (id);

create table message_count (
  vendor_id uuid not null,
  id bigint not null,
  campaign_id uuid,
  quarter_hour timestamp with time zone,
  country_code text not null,
  status text not null,
  settled_as text,
  messages bigint not null,
  accepted bigint not null,
  read bigint not null,
  cost_minor_unit bigint not null,
  constraint message_count_pkey PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX message_count_key ON public.message_count USING btree (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as) NULLS NOT DISTINCT;
CREATE INDEX message_count_quarter_hour ON public.message_count USING btree (vendor_id, quarter_hour);

create table message_count_change (
  vendor_id uuid not null,
  id bigint not null,
  campaign_id uuid,
  quarter_hour timestamp with time zone,
  country_code text not null,
  status text not null,
  settled_as text,
  messages bigint not null,
  accepted bigint not null,
  read bigint not null,
  cost_minor_unit bigint not null,
  constraint message_count_change_pkey PRIMARY KEY (vendor_id, id)
);

create table message_pricing (
  id uuid not null default gen_random_uuid(),
  category text not null,
  country_code text not null,
  currency text not null,
  meta_cost_usd_micros bigint not null,
  meta_cost_usd_cents bigint not null generated always as (((meta_cost_usd_micros + 5000) / 10000)) stored,
  markup_percent integer,
  effective_from timestamp with time zone not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  constraint message_pricing_category_check CHECK ((category = ANY (ARRAY['MARKETING'::text, 'UTILITY'::text, 'AUTHENTICATION'::text, 'SERVICE'::text]))),
  constraint message_pricing_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint message_pricing_currency_fkey FOREIGN KEY (currency) REFERENCES currency_config(code),
  constraint message_pricing_markup_percent_check CHECK (((markup_percent >= 0) AND (markup_percent <= 1000))),
  constraint message_pricing_meta_cost_usd_micros_check CHECK (((meta_cost_usd_micros >= 0) AND (meta_cost_usd_micros <= '1000000000000'::bigint))),
  constraint message_pricing_pkey PRIMARY KEY (id),
  constraint message_pricing_version_unique UNIQUE (category, country_code, currency, effective_from)
);
CREATE TRIGGER message_pricing_append_only BEFORE DELETE OR TRUNCATE ON public.message_pricing FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER message_pricing_versions BEFORE UPDATE ON public.message_pricing FOR EACH ROW EXECUTE FUNCTION keep_all_but_active();

create table message_recount (
  vendor_id uuid not null,
  constraint message_recount_pkey PRIMARY KEY (vendor_id)
);

create table message_route (
  route_hash bytea not null,
  vendor_id uuid not null,
  message_id uuid not null,
  wrote_at timestamp with time zone not null,
  constraint message_route_pkey PRIMARY KEY (route_hash, vendor_id)
);
CREATE INDEX message_route_wrote_at ON public.message_route USING brin (wrote_at);

create table migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table notification (
  vendor_id uuid not null,
  id uuid not null,
  kind text not null,
  parameters jsonb not null,
  cause text not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notification_cause_unique UNIQUE (vendor_id, cause),
  constraint notification_pkey PRIMARY KEY (vendor_id, id),
  constraint notification_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX notification_unread ON public.notification USING btree (vendor_id, id) WHERE (read_at IS NULL);

create table number_series (
  series text not null,
  last_number bigint not null,
  constraint number_series_last_number_check CHECK ((last_number > 0)),
  constraint number_series_pkey PRIMARY KEY (series)
);

create table one_time_code (
  email_hash bytea not null,
  purpose text not null,
  id uuid not null,
  email_cipher bytea not null,
  tries_left smallint not null,
  expires_at timestamp with time zone not null,
  constraint one_time_code_id_key UNIQUE (id),
  constraint one_time_code_pkey PRIMARY KEY (email_hash, purpose),
  constraint one_time_code_purpose_check CHECK ((purpose = ANY (ARRAY['REGISTER'::text, 'RESET_PASSWORD'::text]))),
  constraint one_time_code_tries_left_check CHECK ((tries_left >= 0))
);
CREATE INDEX one_time_code_expires_at ON public.one_time_code USING btree (expires_at);

create table operator (
  account_id uuid not null,
  created_at timestamp with time zone not null,
  last_sign_in_at timestamp with time zone,
  role text not null,
  invited_by uuid,
  confirmed_by uuid,
  constraint operator_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint operator_pkey PRIMARY KEY (account_id),
  constraint operator_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'FINANCE'::text, 'SUPPORT'::text])))
);

create table operator_invitation (
  id uuid not null,
  email_hash bytea not null,
  email_cipher bytea not null,
  role text not null,
  invited_by uuid not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint operator_invitation_email_unique UNIQUE (email_hash),
  constraint operator_invitation_pkey PRIMARY KEY (id),
  constraint operator_invitation_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'FINANCE'::text, 'SUPPORT'::text])))
);

create table opt_out (
  vendor_id uuid not null,
  mobile_hash bytea not null,
  reason text not null,
  opted_out_at timestamp with time zone not null,
  asked_at timestamp with time zone not null,
  job_id uuid,
  constraint opt_out_pkey PRIMARY KEY (vendor_id, mobile_hash),
  constraint opt_out_reason_check CHECK ((reason = ANY (ARRAY['STOP'::text, 'MANUAL'::text, 'PROVIDER'::text, 'PREFERENCE'::text])))
);
CREATE INDEX opt_out_job ON public.opt_out USING btree (vendor_id, job_id) WHERE (job_id IS NOT NULL);

create table outbox_event (
  vendor_id uuid not null,
  id uuid not null,
  job_name text not null,
  payload jsonb not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  deferrals smallint not null default 0,
  created_at timestamp with time zone not null,
  traceparent text,
  constraint outbox_event_pkey PRIMARY KEY (vendor_id, id)
);
CREATE INDEX outbox_event_waiting ON public.outbox_event USING btree (vendor_id, due_at, id);

create table parked_status (
  id uuid not null,
  wamid text not null,
  reference uuid,
  status text not null,
  error_code text,
  happened_at timestamp with time zone not null,
  parked_at timestamp with time zone not null,
  constraint parked_status_pkey PRIMARY KEY (id),
  constraint parked_status_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'delivered'::text, 'read'::text, 'failed'::text]))),
  constraint parked_status_unique UNIQUE (wamid, status)
);
CREATE INDEX parked_status_parked_at ON public.parked_status USING btree (parked_at);

create table passkey (
  id uuid not null,
  account_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name_cipher bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint passkey_credential_unique UNIQUE (credential_id),
  constraint passkey_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_account ON public.passkey USING btree (account_id);

create table payment_order (
  vendor_id uuid not null,
  id uuid not null,
  type text not null,
  amount_minor_unit bigint not null,
  currency text not null,
  status text not null default 'CREATED'::text,
  gateway_order_id text not null,
  details jsonb not null,
  gateway_payment_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  next_check_at timestamp with time zone,
  checks smallint not null default 0,
  constraint payment_order_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint payment_order_check CHECK ((((status = 'PAID'::text) = (gateway_payment_id IS NOT NULL)) AND ((status = 'PAID'::text) = (paid_at IS NOT NULL)))),
  constraint payment_order_gateway_order_unique UNIQUE (gateway_order_id),
  constraint payment_order_payment_unique UNIQUE (gateway_payment_id),
  constraint payment_order_pkey PRIMARY KEY (vendor_id, id),
  constraint payment_order_status_check CHECK ((status = ANY (ARRAY['CREATED'::text, 'PAID'::text, 'FAILED'::text, 'EXPIRED'::text]))),
  constraint payment_order_type_check CHECK ((type = ANY (ARRAY['WALLET'::text, 'ONBOARDING'::text, 'CYCLE'::text, 'PLAN_CHANGE'::text]))),
  constraint payment_order_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX payment_order_due ON public.payment_order USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payment_order_id ON public.payment_order USING btree (id);
CREATE INDEX payment_order_open ON public.payment_order USING btree (vendor_id, type, created_at) WHERE (status <> 'PAID'::text);

create table plan (
  plan text not null,
  conversation_cap bigint not null,
  setup_paise bigint not null,
  rank smallint not null,
  constraint plan_conversation_cap_check CHECK ((conversation_cap > 0)),
  constraint plan_pkey PRIMARY KEY (plan),
  constraint plan_plan_check CHECK ((plan = ANY (ARRAY['SMB'::text, 'ENTERPRISE'::text]))),
  constraint plan_rank_key UNIQUE (rank),
  constraint plan_setup_paise_check CHECK ((setup_paise >= 0))
);

create table plan_price (
  plan text not null,
  cycle text not null,
  base_paise bigint not null,
  constraint plan_price_base_paise_check CHECK ((base_paise > 0)),
  constraint plan_price_cycle_check CHECK ((cycle = ANY (ARRAY['MONTHLY'::text, 'QUARTERLY'::text, 'ANNUAL'::text]))),
  constraint plan_price_pkey PRIMARY KEY (plan, cycle),
  constraint plan_price_plan_fkey FOREIGN KEY (plan) REFERENCES plan(plan)
);

create table platform_fee_rule (
  id uuid not null,
  currency text not null,
  flat_minor_unit bigint not null,
  percent integer not null,
  effective_from timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint platform_fee_rule_currency_fkey FOREIGN KEY (currency) REFERENCES currency_config(code),
  constraint platform_fee_rule_flat_minor_unit_check CHECK (((flat_minor_unit >= 0) AND (flat_minor_unit <= '100000000000'::bigint))),
  constraint platform_fee_rule_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint platform_fee_rule_pkey PRIMARY KEY (id),
  constraint platform_fee_rule_version_unique UNIQUE (currency, effective_from)
);
CREATE TRIGGER platform_fee_rule_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.platform_fee_rule FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table pricing_snapshot (
  vendor_id uuid not null,
  id uuid not null,
  category text not null,
  currency text not null,
  exchange_rate_used numeric(24,10) not null,
  rate_fetched_at timestamp with time zone not null,
  discount_percent integer not null,
  items jsonb not null,
  messages_minor_unit bigint not null,
  platform_fee_minor_unit bigint not null,
  total_minor_unit bigint not null,
  created_at timestamp with time zone not null,
  constraint pricing_snapshot_check CHECK ((total_minor_unit = (messages_minor_unit + platform_fee_minor_unit))),
  constraint pricing_snapshot_exchange_rate_used_check CHECK ((exchange_rate_used > (0)::numeric)),
  constraint pricing_snapshot_messages_minor_unit_check CHECK ((messages_minor_unit >= 0)),
  constraint pricing_snapshot_pkey PRIMARY KEY (vendor_id, id),
  constraint pricing_snapshot_platform_fee_minor_unit_check CHECK ((platform_fee_minor_unit >= 0)),
  constraint pricing_snapshot_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE TRIGGER pricing_snapshot_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.pricing_snapshot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table pricing_tier (
  id uuid not null,
  name text not null,
  discount_percent integer not null,
  markup_percent integer,
  created_at timestamp with time zone not null,
  constraint pricing_tier_discount_percent_check CHECK (((discount_percent >= 0) AND (discount_percent <= 100))),
  constraint pricing_tier_markup_percent_check CHECK (((markup_percent >= 0) AND (markup_percent <= 1000))),
  constraint pricing_tier_name_unique UNIQUE (name),
  constraint pricing_tier_pkey PRIMARY KEY (id)
);

create table process (
  id uuid not null,
  clock_version integer not null,
  seen_at timestamp with time zone not null,
  constraint process_pkey PRIMARY KEY (id)
);

create table provider_event (
  id uuid not null,
  event_key bytea not null,
  field text not null,
  event text,
  details jsonb not null,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint provider_event_key_unique UNIQUE (event_key),
  constraint provider_event_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_event_received ON public.provider_event USING btree (received_at);

create table provider_media (
  vendor_id uuid not null,
  media_id uuid not null,
  provider_media_id text not null,
  expires_at timestamp with time zone not null,
  constraint provider_media_pkey PRIMARY KEY (vendor_id, media_id)
);

create table provider_state (
  id boolean not null default true,
  stopped_code integer,
  stopped_at timestamp with time zone,
  slow_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  resumed_at timestamp with time zone,
  quality text,
  quality_at timestamp with time zone,
  messaging_limit text,
  messaging_limit_at timestamp with time zone,
  constraint provider_state_id_check CHECK (id),
  constraint provider_state_pkey PRIMARY KEY (id)
);

create table quotation (
  vendor_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  list_id uuid not null,
  variables jsonb,
  snapshot_id uuid not null,
  recipients integer not null,
  skipped jsonb not null,
  pdf_status text not null default 'PENDING'::text,
  pdf_storage_key text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  exclude_countries text[] not null default '{}'::text[],
  constraint quotation_pdf_status_check CHECK ((pdf_status = ANY (ARRAY['PENDING'::text, 'GENERATING'::text, 'READY'::text]))),
  constraint quotation_pkey PRIMARY KEY (vendor_id, id),
  constraint quotation_recipients_check CHECK ((recipients >= 0)),
  constraint quotation_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id),
  constraint quotation_vendor_id_snapshot_id_fkey FOREIGN KEY (vendor_id, snapshot_id) REFERENCES pricing_snapshot(vendor_id, id)
);

create unlogged table rate_window (
  key text not null,
  window_ms integer not null,
  newest_slice bigint not null,
  counts integer[] not null,
  idle_at timestamp with time zone not null,
  constraint rate_window_pkey PRIMARY KEY (key, window_ms),
  constraint rate_window_window_ms_check CHECK ((window_ms > 0))
);
CREATE INDEX rate_window_idle_at ON public.rate_window USING btree (idle_at);

create table rates_feed (
  id boolean not null default true,
  next_look_at timestamp with time zone not null,
  constraint rates_feed_id_check CHECK (id),
  constraint rates_feed_pkey PRIMARY KEY (id)
);

create table recovery_code (
  account_id uuid not null,
  code_hash bytea not null,
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash)
);

create table refund_payout (
  vendor_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  gateway_payment_id text not null,
  invoice_id uuid,
  amount_minor_unit bigint not null,
  currency text not null,
  status text not null default 'PLANNED'::text,
  gateway_refund_id text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint refund_payout_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint refund_payout_check CHECK (((status <> ALL (ARRAY['ACCEPTED'::text, 'PROCESSED'::text])) OR (gateway_refund_id IS NOT NULL))),
  constraint refund_payout_gateway_refund_unique UNIQUE (gateway_refund_id),
  constraint refund_payout_pkey PRIMARY KEY (vendor_id, id),
  constraint refund_payout_status_check CHECK ((status = ANY (ARRAY['PLANNED'::text, 'ACCEPTED'::text, 'PROCESSED'::text, 'FAILED'::text]))),
  constraint refund_payout_vendor_id_request_id_fkey FOREIGN KEY (vendor_id, request_id) REFERENCES refund_request(vendor_id, id)
);
CREATE INDEX refund_payout_payment ON public.refund_payout USING btree (gateway_payment_id);
CREATE INDEX refund_payout_request ON public.refund_payout USING btree (vendor_id, request_id);

create table refund_request (
  vendor_id uuid not null,
  id uuid not null,
  kind text not null,
  basis text not null,
  status text not null default 'REQUESTED'::text,
  invoice_id uuid,
  invoice_number text,
  gateway_payment_id text,
  currency text not null,
  reason_cipher bytea not null,
  note_cipher bytea,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  amount_minor_unit bigint,
  manual_payout_minor_unit bigint not null default 0,
  fee_minor_unit bigint not null default 0,
  forfeit_minor_unit bigint not null default 0,
  failure text,
  finished_at timestamp with time zone,
  paid_out_at timestamp with time zone,
  paid_out_by uuid,
  paid_out_reference_cipher bytea,
  decision_reason text,
  gstin_hash bytea,
  constraint refund_request_amount_minor_unit_check CHECK ((amount_minor_unit >= 0)),
  constraint refund_request_basis_check CHECK ((basis = ANY (ARRAY['FIRST_MONTH'::text, 'PLATFORM_ERROR'::text, 'DOUBLE_CHARGE'::text, 'EXIT'::text]))),
  constraint refund_request_check CHECK ((((kind = 'INVOICE'::text) = (invoice_id IS NOT NULL)) AND ((kind = 'WALLET_EXIT'::text) = (basis = 'EXIT'::text)))),
  constraint refund_request_check1 CHECK (((status = ANY (ARRAY['APPROVED'::text, 'PROCESSING'::text, 'REFUNDED'::text, 'FAILED'::text])) = (amount_minor_unit IS NOT NULL))),
  constraint refund_request_check2 CHECK (((status = 'REQUESTED'::text) = (decided_at IS NULL))),
  constraint refund_request_check3 CHECK (((manual_payout_minor_unit >= 0) AND (manual_payout_minor_unit <= COALESCE(amount_minor_unit, (0)::bigint)))),
  constraint refund_request_decision_reason_check CHECK ((decision_reason = 'SUPERSEDED'::text)),
  constraint refund_request_fee_minor_unit_check CHECK ((fee_minor_unit >= 0)),
  constraint refund_request_forfeit_minor_unit_check CHECK ((forfeit_minor_unit >= 0)),
  constraint refund_request_kind_check CHECK ((kind = ANY (ARRAY['INVOICE'::text, 'WALLET_EXIT'::text]))),
  constraint refund_request_paid_out_of_exit CHECK (((paid_out_at IS NULL) OR ((kind = 'WALLET_EXIT'::text) AND (status = 'REFUNDED'::text) AND (manual_payout_minor_unit > 0)))),
  constraint refund_request_paid_out_whole CHECK ((((paid_out_at IS NULL) = (paid_out_by IS NULL)) AND ((paid_out_at IS NULL) = (paid_out_reference_cipher IS NULL)))),
  constraint refund_request_pkey PRIMARY KEY (vendor_id, id),
  constraint refund_request_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'APPROVED'::text, 'PROCESSING'::text, 'REFUNDED'::text, 'FAILED'::text, 'REJECTED'::text, 'WITHDRAWN'::text]))),
  constraint refund_request_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id),
  constraint refund_request_vendor_id_invoice_id_fkey FOREIGN KEY (vendor_id, invoice_id) REFERENCES invoice(vendor_id, id)
);
CREATE UNIQUE INDEX refund_request_first_month_gstin ON public.refund_request USING btree (gstin_hash) WHERE ((basis = 'FIRST_MONTH'::text) AND (status = ANY (ARRAY['APPROVED'::text, 'PROCESSING'::text, 'REFUNDED'::text])));
CREATE INDEX refund_request_newest ON public.refund_request USING btree (id);
CREATE UNIQUE INDEX refund_request_open_exit ON public.refund_request USING btree (vendor_id) WHERE ((kind = 'WALLET_EXIT'::text) AND (status = ANY (ARRAY['REQUESTED'::text, 'APPROVED'::text, 'PROCESSING'::text])));
CREATE UNIQUE INDEX refund_request_open_invoice ON public.refund_request USING btree (vendor_id, invoice_id) WHERE ((kind = 'INVOICE'::text) AND (status = ANY (ARRAY['REQUESTED'::text, 'APPROVED'::text, 'PROCESSING'::text])));
CREATE INDEX refund_request_status ON public.refund_request USING btree (status, id);

create table registration_attempt (
  id uuid not null,
  email_hash bytea not null,
  password_hash text not null,
  company_name_cipher bytea,
  created_at timestamp with time zone not null,
  constraint registration_attempt_pkey PRIMARY KEY (id)
);
CREATE INDEX registration_attempt_created_at ON public.registration_attempt USING btree (created_at);
CREATE INDEX registration_attempt_email ON public.registration_attempt USING btree (email_hash, created_at DESC);

create unlogged table relay_place (
  vendor_id uuid not null,
  campaign_id uuid not null,
  due_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  message_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  first_due_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  first_message_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  first_since timestamp with time zone not null default clock_timestamp(),
  constraint relay_place_pkey PRIMARY KEY (vendor_id, campaign_id)
);

create table remembered_mapping (
  vendor_id uuid not null,
  headings_hash bytea not null,
  mapping_cipher bytea not null,
  used_at timestamp with time zone not null,
  constraint remembered_mapping_headings_hash_check CHECK ((octet_length(headings_hash) = 32)),
  constraint remembered_mapping_pkey PRIMARY KEY (vendor_id, headings_hash),
  constraint remembered_mapping_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table removed_operator (
  account_id uuid not null,
  email_cipher bytea not null,
  removed_at timestamp with time zone not null,
  invited_by uuid,
  confirmed_by uuid,
  constraint removed_operator_pkey PRIMARY KEY (account_id)
);

create table repaired_row (
  vendor_id uuid not null,
  job_id uuid not null,
  row_index integer not null,
  child_job_id uuid not null,
  constraint repaired_row_pkey PRIMARY KEY (vendor_id, job_id, row_index, child_job_id),
  constraint repaired_row_vendor_id_child_job_id_fkey FOREIGN KEY (vendor_id, child_job_id) REFERENCES import_job(vendor_id, id),
  constraint repaired_row_vendor_id_job_id_fkey FOREIGN KEY (vendor_id, job_id) REFERENCES import_job(vendor_id, id)
);
CREATE INDEX repaired_row_child ON public.repaired_row USING btree (vendor_id, child_job_id);

create table row_count (
  vendor_id uuid not null,
  subject text not null,
  key text not null,
  rows bigint not null,
  constraint row_count_pkey PRIMARY KEY (vendor_id, subject, key)
);

create table row_count_change (
  vendor_id uuid not null,
  id bigint not null,
  subject text not null,
  key text not null,
  change bigint not null,
  constraint row_count_change_pkey PRIMARY KEY (vendor_id, id)
);

create table row_recount (
  vendor_id uuid not null,
  constraint row_recount_pkey PRIMARY KEY (vendor_id)
);

create table running_process (
  id uuid not null,
  roles text[] not null,
  host text not null,
  version text not null,
  settings jsonb not null,
  clock_ahead_ms integer not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null default clock_timestamp(),
  reads_sealed_ids boolean not null default false,
  constraint running_process_pkey PRIMARY KEY (id)
);

create table sandbox_clock (
  id smallint not null default 1,
  offset_seconds integer not null default 0,
  version integer not null default 0,
  constraint sandbox_clock_id_check CHECK ((id = 1)),
  constraint sandbox_clock_offset_seconds_check CHECK (((offset_seconds >= 0) AND (offset_seconds <= 1000000000))),
  constraint sandbox_clock_pkey PRIMARY KEY (id)
);

create table service_allowance (
  vendor_id uuid not null,
  month date not null,
  used integer not null default 0,
  constraint service_allowance_pkey PRIMARY KEY (vendor_id, month),
  constraint service_allowance_used_check CHECK ((used >= 0))
);

create table session (
  id uuid not null,
  account_id uuid not null,
  generation integer not null default 1,
  rotated_at timestamp with time zone not null,
  grace_used boolean not null default false,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  device text,
  confirmed_at timestamp with time zone,
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (id)
);
CREATE INDEX session_account ON public.session USING btree (account_id);
CREATE INDEX session_expires_at ON public.session USING btree (expires_at);

create table sign_in_challenge (
  id uuid not null,
  account_id uuid,
  token_version integer,
  email_hash bytea not null,
  source_hash bytea not null,
  tries_left smallint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  kind text not null default 'EMAIL_CODE'::text,
  constraint sign_in_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint sign_in_challenge_kind_check CHECK ((kind = ANY (ARRAY['EMAIL_CODE'::text, 'SECOND_FACTOR'::text]))),
  constraint sign_in_challenge_pkey PRIMARY KEY (id),
  constraint sign_in_challenge_tries_left_check CHECK ((tries_left >= 0))
);
CREATE INDEX sign_in_challenge_account ON public.sign_in_challenge USING btree (account_id, created_at);
CREATE INDEX sign_in_challenge_created_at ON public.sign_in_challenge USING btree (created_at);

create table sign_in_failure (
  email_hash bytea not null,
  failures integer not null,
  last_failure_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  constraint sign_in_failure_pkey PRIMARY KEY (email_hash)
);
CREATE INDEX sign_in_failure_last_failure_at ON public.sign_in_failure USING btree (last_failure_at);

create table sign_in_source_failure (
  email_hash bytea not null,
  source_hash bytea not null,
  failures integer not null,
  last_failure_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  constraint sign_in_source_failure_pkey PRIMARY KEY (email_hash, source_hash)
);
CREATE INDEX sign_in_source_failure_last_failure_at ON public.sign_in_source_failure USING btree (last_failure_at);

create unlogged table staged_contact (
  vendor_id uuid not null,
  job_id uuid not null,
  place bigint not null,
  id uuid not null,
  mobile_hash bytea not null,
  country_code text not null,
  country_source text not null,
  profile_cipher bytea not null,
  name_tokens bigint[] not null,
  filled_keys text[] not null,
  labels text[] not null,
  warnings text[] not null,
  folded_cipher bytea,
  folded_tokens bigint[],
  folded_keys text[],
  folded_labels text[],
  action text not null default 'CREATE'::text,
  contact_id uuid,
  name_changed boolean not null default false,
  labels_added boolean not null default false,
  result_digest bigint,
  result_version integer,
  constraint staged_contact_pkey PRIMARY KEY (job_id, place)
);
CREATE INDEX staged_contact_decided ON public.staged_contact USING btree (vendor_id, job_id, place) WHERE (action <> 'CREATE'::text);
CREATE INDEX staged_contact_folded ON public.staged_contact USING btree (vendor_id, job_id, place) WHERE (folded_cipher IS NOT NULL);

create unlogged table staged_duplicate (
  vendor_id uuid not null,
  job_id uuid not null,
  place bigint not null,
  first_place bigint not null,
  constraint staged_duplicate_pkey PRIMARY KEY (job_id, place)
);
CREATE INDEX staged_duplicate_of_first ON public.staged_duplicate USING btree (job_id, first_place, place);

create unlogged table staged_failure (
  vendor_id uuid not null,
  job_id uuid not null,
  row_index integer not null,
  reason text not null,
  cells_cipher bytea not null,
  constraint staged_failure_pkey PRIMARY KEY (vendor_id, job_id, row_index)
);

create unlogged table staged_mark (
  vendor_id uuid not null,
  job_id uuid not null,
  is_whole boolean not null,
  constraint staged_mark_pkey PRIMARY KEY (vendor_id, job_id)
);

create unlogged table staged_marks (
  vendor_id uuid not null,
  job_id uuid not null,
  part integer not null,
  first_row integer not null,
  marks bytea not null
);
CREATE INDEX staged_marks_of_job ON public.staged_marks USING btree (vendor_id, job_id, part);

create unlogged table staged_opt_out (
  vendor_id uuid not null,
  job_id uuid not null,
  place bigint not null,
  mobile_hash bytea not null,
  spelling integer not null,
  constraint staged_opt_out_pkey PRIMARY KEY (job_id, place, spelling)
);
CREATE INDEX staged_opt_out_number ON public.staged_opt_out USING btree (job_id, mobile_hash);

create table stored_function_file (
  name text not null,
  version integer not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint stored_function_file_pkey PRIMARY KEY (name)
);

create table subscription (
  vendor_id uuid not null,
  id uuid not null,
  plan text not null,
  cycle text not null,
  status text not null,
  cycle_amount_paise bigint not null,
  monthly_amount_paise bigint not null,
  billing_cycle_start timestamp with time zone not null,
  billing_cycle_end timestamp with time zone not null,
  conversation_cap bigint not null,
  conversations_used bigint not null default 0,
  conversations_reserved bigint not null default 0,
  cap_reset_date timestamp with time zone not null,
  last_paid_at timestamp with time zone,
  past_due_at timestamp with time zone,
  frozen_at timestamp with time zone,
  cancel_at_cycle_end boolean not null default false,
  cancelled_at timestamp with time zone,
  trial_until timestamp with time zone,
  is_set_up boolean not null,
  refund_deadline timestamp with time zone,
  next_step_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint subscription_check CHECK ((billing_cycle_end > billing_cycle_start)),
  constraint subscription_check1 CHECK (((cancelled_at IS NOT NULL) = (status = 'CANCELLED'::text))),
  constraint subscription_conversation_cap_check CHECK ((conversation_cap >= 0)),
  constraint subscription_conversations_reserved_check CHECK ((conversations_reserved >= 0)),
  constraint subscription_conversations_used_check CHECK ((conversations_used >= 0)),
  constraint subscription_cycle_amount_paise_check CHECK ((cycle_amount_paise > 0)),
  constraint subscription_cycle_check CHECK ((cycle = ANY (ARRAY['MONTHLY'::text, 'QUARTERLY'::text, 'ANNUAL'::text]))),
  constraint subscription_monthly_amount_paise_check CHECK ((monthly_amount_paise >= 0)),
  constraint subscription_pkey PRIMARY KEY (vendor_id, id),
  constraint subscription_plan_check CHECK ((plan = ANY (ARRAY['SMB'::text, 'ENTERPRISE'::text, 'CUSTOM'::text]))),
  constraint subscription_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAST_DUE'::text, 'CANCELLED'::text, 'FROZEN'::text, 'TRIAL'::text]))),
  constraint subscription_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE UNIQUE INDEX subscription_live_unique ON public.subscription USING btree (vendor_id) WHERE (status <> 'CANCELLED'::text);
CREATE INDEX subscription_next_step ON public.subscription USING btree (next_step_at) WHERE ((next_step_at IS NOT NULL) AND (status <> 'CANCELLED'::text));

create table subscription_cycle (
  vendor_id uuid not null,
  subscription_id uuid not null,
  payment_id text not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  worth_paise bigint not null,
  created_at timestamp with time zone not null,
  value_moved_to text,
  constraint subscription_cycle_check1 CHECK ((period_end > period_start)),
  constraint subscription_cycle_pkey PRIMARY KEY (vendor_id, payment_id),
  constraint subscription_cycle_value_moved_to_check CHECK ((value_moved_to = ANY (ARRAY['NEW_CYCLE'::text, 'BONUS'::text]))),
  constraint subscription_cycle_vendor_id_subscription_id_fkey FOREIGN KEY (vendor_id, subscription_id) REFERENCES subscription(vendor_id, id),
  constraint subscription_cycle_worth_paise_check CHECK ((worth_paise >= 0))
);
CREATE INDEX subscription_cycle_ahead ON public.subscription_cycle USING btree (vendor_id, subscription_id, period_end);
CREATE INDEX subscription_cycle_payment ON public.subscription_cycle USING btree (payment_id);

create table subscription_failure (
  vendor_id uuid not null,
  subscription_id uuid not null,
  at timestamp with time zone not null,
  constraint subscription_failure_pkey PRIMARY KEY (vendor_id, subscription_id, at),
  constraint subscription_failure_vendor_id_subscription_id_fkey FOREIGN KEY (vendor_id, subscription_id) REFERENCES subscription(vendor_id, id)
);

create table template (
  vendor_id uuid not null,
  id uuid not null,
  name text not null,
  language text not null,
  provider_name text not null,
  provider_id text,
  requested_category text not null,
  category text not null,
  components jsonb not null,
  media_id uuid,
  status text not null default 'PENDING'::text,
  rejection_reason text,
  quality text,
  status_at timestamp with time zone,
  category_at timestamp with time zone,
  quality_at timestamp with time zone,
  is_deleted boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint template_category_check CHECK ((category = ANY (ARRAY['MARKETING'::text, 'UTILITY'::text, 'AUTHENTICATION'::text]))),
  constraint template_name_unique UNIQUE (vendor_id, name, language),
  constraint template_pkey PRIMARY KEY (vendor_id, id),
  constraint template_provider_id_unique UNIQUE (provider_id),
  constraint template_provider_name_unique UNIQUE (provider_name, language),
  constraint template_requested_category_check CHECK ((requested_category = ANY (ARRAY['MARKETING'::text, 'UTILITY'::text, 'AUTHENTICATION'::text]))),
  constraint template_status_check CHECK ((status = ANY (ARRAY['APPROVED'::text, 'ARCHIVED'::text, 'DELETED'::text, 'DISABLED'::text, 'IN_APPEAL'::text, 'LIMIT_EXCEEDED'::text, 'PAUSED'::text, 'PENDING'::text, 'PENDING_DELETION'::text, 'REJECTED'::text]))),
  constraint template_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id),
  constraint template_vendor_id_media_id_fkey FOREIGN KEY (vendor_id, media_id) REFERENCES media(vendor_id, id)
);

create table template_prefix (
  vendor_id uuid not null,
  number bigint not null default nextval('template_prefix_number'::regclass),
  constraint template_prefix_number_key UNIQUE (number),
  constraint template_prefix_pkey PRIMARY KEY (vendor_id),
  constraint template_prefix_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table totp_factor (
  account_id uuid not null,
  secret_cipher bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  created_at timestamp with time zone not null,
  constraint totp_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint totp_factor_pkey PRIMARY KEY (account_id)
);

create table unapproved_action (
  vendor_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  kind text not null,
  amount_minor_unit bigint not null,
  created_at timestamp with time zone not null,
  currency text,
  constraint unapproved_action_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint unapproved_action_pkey PRIMARY KEY (vendor_id, id)
);
CREATE INDEX unapproved_action_of_operator ON public.unapproved_action USING btree (vendor_id, operator_id, kind, created_at);
CREATE INDEX unapproved_action_of_person ON public.unapproved_action USING btree (operator_id, kind, created_at);

create table unplaced_payment (
  id uuid not null,
  gateway_payment_id text not null,
  vendor_id uuid,
  order_id uuid,
  gateway_order_id text,
  amount_minor_unit bigint not null,
  currency text not null,
  reason text not null,
  state text not null default 'UNPLACED'::text,
  arrived_at timestamp with time zone not null,
  decided_by uuid,
  closed_at timestamp with time zone,
  credited_vendor_id uuid,
  constraint unplaced_payment_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint unplaced_payment_check CHECK (((state = 'CREDITED'::text) = (credited_vendor_id IS NOT NULL))),
  constraint unplaced_payment_check1 CHECK (((state = ANY (ARRAY['REFUNDED'::text, 'CREDITED'::text, 'PLACED'::text])) = (closed_at IS NOT NULL))),
  constraint unplaced_payment_credited_vendor_id_fkey FOREIGN KEY (credited_vendor_id) REFERENCES vendor(id),
  constraint unplaced_payment_payment_unique UNIQUE (gateway_payment_id),
  constraint unplaced_payment_pkey PRIMARY KEY (id),
  constraint unplaced_payment_state_check CHECK ((state = ANY (ARRAY['UNPLACED'::text, 'REFUNDING'::text, 'REFUNDED'::text, 'CREDITED'::text, 'PLACED'::text]))),
  constraint unplaced_payment_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX unplaced_payment_state ON public.unplaced_payment USING btree (state, id);
CREATE INDEX unplaced_payment_vendor ON public.unplaced_payment USING btree (vendor_id, id);

create table unplaced_payment_refund (
  id uuid not null,
  payment_id uuid not null,
  amount_minor_unit bigint not null,
  status text not null default 'PLANNED'::text,
  gateway_refund_id text,
  requested_by uuid,
  failure text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint unplaced_payment_refund_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint unplaced_payment_refund_check CHECK (((status <> ALL (ARRAY['ACCEPTED'::text, 'PROCESSED'::text])) OR (gateway_refund_id IS NOT NULL))),
  constraint unplaced_payment_refund_gateway_unique UNIQUE (gateway_refund_id),
  constraint unplaced_payment_refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES unplaced_payment(id),
  constraint unplaced_payment_refund_pkey PRIMARY KEY (id),
  constraint unplaced_payment_refund_status_check CHECK ((status = ANY (ARRAY['PLANNED'::text, 'ACCEPTED'::text, 'PROCESSED'::text, 'FAILED'::text])))
);
CREATE INDEX unplaced_payment_refund_payment ON public.unplaced_payment_refund USING btree (payment_id, id);

create table used_passkey_challenge (
  id uuid not null,
  expires_at timestamp with time zone not null,
  constraint used_passkey_challenge_pkey PRIMARY KEY (id)
);
CREATE INDEX used_passkey_challenge_expires_at ON public.used_passkey_challenge USING btree (expires_at);

create table vendor (
  id uuid not null,
  company_name text not null,
  details_cipher bytea,
  country text not null,
  currency text not null,
  currency_fixed boolean not null default false,
  timezone text not null,
  status text not null,
  messaging_enabled boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  messaging_until timestamp with time zone,
  mfa_required boolean not null default false,
  suspended_at timestamp with time zone,
  suspension_reason text,
  closed_at timestamp with time zone,
  data_destroyed_at timestamp with time zone,
  data_erased_at timestamp with time zone,
  constraint vendor_erased_after_destruction CHECK (((data_erased_at IS NULL) OR (data_destroyed_at IS NOT NULL))),
  constraint vendor_pkey PRIMARY KEY (id),
  constraint vendor_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'CLOSING'::text, 'CLOSED'::text]))),
  constraint vendor_suspension_check CHECK ((((status = 'SUSPENDED'::text) = (suspended_at IS NOT NULL)) AND ((suspended_at IS NULL) = (suspension_reason IS NULL))))
);
CREATE INDEX vendor_created_at ON public.vendor USING btree (created_at, id);
CREATE INDEX vendor_to_erase ON public.vendor USING btree (id) WHERE ((status = 'CLOSED'::text) AND (data_erased_at IS NULL));

create table vendor_audit_entry (
  vendor_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor_type text not null,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null,
  personal_cipher bytea,
  constraint vendor_audit_entry_action_check CHECK ((action ~ '^[A-Z][A-Z0-9_]*$'::text)),
  constraint vendor_audit_entry_actor_type_check CHECK ((actor_type = ANY (ARRAY['MEMBER'::text, 'API_KEY'::text, 'HARKARA'::text]))),
  constraint vendor_audit_entry_check CHECK (((actor_id IS NULL) = (actor_type = 'HARKARA'::text))),
  constraint vendor_audit_entry_pkey PRIMARY KEY (vendor_id, id),
  constraint vendor_audit_entry_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX vendor_audit_entry_action ON public.vendor_audit_entry USING btree (vendor_id, action, id);
CREATE INDEX vendor_audit_entry_actor ON public.vendor_audit_entry USING btree (vendor_id, actor_id, id);
CREATE TRIGGER vendor_audit_entry_added AFTER INSERT ON public.vendor_audit_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries_of_vendors();
CREATE TRIGGER vendor_audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.vendor_audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table vendor_export (
  vendor_id uuid not null,
  id uuid not null,
  status text not null default 'QUEUED'::text,
  requested_by uuid,
  storage_key text not null,
  file_key_cipher bytea not null,
  rows_total bigint not null default 0,
  rows_done bigint not null default 0,
  file_bytes bigint,
  requested_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint vendor_export_check CHECK (((status = ANY (ARRAY['READY'::text, 'EXPIRED'::text])) = (ready_at IS NOT NULL))),
  constraint vendor_export_check1 CHECK ((((ready_at IS NULL) = (expires_at IS NULL)) AND ((ready_at IS NULL) = (file_bytes IS NULL)))),
  constraint vendor_export_pkey PRIMARY KEY (vendor_id, id),
  constraint vendor_export_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'READY'::text, 'FAILED'::text, 'EXPIRED'::text]))),
  constraint vendor_export_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);
CREATE INDEX vendor_export_expiring ON public.vendor_export USING btree (expires_at) WHERE (status = 'READY'::text);
CREATE UNIQUE INDEX vendor_export_running ON public.vendor_export USING btree (vendor_id) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));

create table vendor_pricing (
  vendor_id uuid not null,
  tier_id uuid,
  markup_percent integer,
  updated_at timestamp with time zone not null,
  constraint vendor_pricing_markup_percent_check CHECK (((markup_percent >= 0) AND (markup_percent <= 1000))),
  constraint vendor_pricing_pkey PRIMARY KEY (vendor_id),
  constraint vendor_pricing_tier_id_fkey FOREIGN KEY (tier_id) REFERENCES pricing_tier(id),
  constraint vendor_pricing_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table vendor_user (
  vendor_id uuid not null,
  account_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint vendor_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint vendor_user_account_unique UNIQUE (account_id),
  constraint vendor_user_pkey PRIMARY KEY (vendor_id, account_id),
  constraint vendor_user_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text]))),
  constraint vendor_user_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table wallet (
  vendor_id uuid not null,
  id uuid not null,
  balance_minor_unit bigint not null default 0,
  currency text not null,
  low_balance_threshold bigint not null,
  last_recharged_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  bonus_balance_minor_unit bigint not null default 0,
  reserved_minor_unit bigint not null default 0,
  in_flight_minor_unit bigint not null default 0,
  head_sequence bigint not null default 0,
  head_hash bytea not null default decode(repeat('00'::text, 32), 'hex'::text),
  head_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  is_threshold_chosen boolean not null default false,
  constraint wallet_balance_minor_unit_check CHECK ((balance_minor_unit >= 0)),
  constraint wallet_bonus_within_balance CHECK (((bonus_balance_minor_unit >= 0) AND (bonus_balance_minor_unit <= balance_minor_unit))),
  constraint wallet_id_key UNIQUE (id),
  constraint wallet_in_flight_minor_unit_check CHECK ((in_flight_minor_unit >= 0)),
  constraint wallet_low_balance_threshold_check CHECK ((low_balance_threshold >= 0)),
  constraint wallet_pkey PRIMARY KEY (vendor_id),
  constraint wallet_reserved_minor_unit_check CHECK ((reserved_minor_unit >= 0)),
  constraint wallet_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id)
);

create table wallet_hold (
  vendor_id uuid not null,
  id uuid not null,
  amount_minor_unit bigint not null,
  bonus_minor_unit bigint not null,
  captured_minor_unit bigint not null default 0,
  returned_minor_unit bigint not null default 0,
  returned_bonus_minor_unit bigint not null default 0,
  constraint wallet_hold_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint wallet_hold_captured_minor_unit_check CHECK ((captured_minor_unit >= 0)),
  constraint wallet_hold_check CHECK (((bonus_minor_unit >= 0) AND (bonus_minor_unit <= amount_minor_unit))),
  constraint wallet_hold_check1 CHECK (((returned_bonus_minor_unit >= 0) AND (returned_bonus_minor_unit <= LEAST(bonus_minor_unit, returned_minor_unit)))),
  constraint wallet_hold_pkey PRIMARY KEY (vendor_id, id),
  constraint wallet_hold_resolved_once CHECK (((captured_minor_unit + returned_minor_unit) <= amount_minor_unit)),
  constraint wallet_hold_returned_minor_unit_check CHECK ((returned_minor_unit >= 0)),
  constraint wallet_hold_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES wallet(vendor_id)
);

create table wallet_transaction (
  vendor_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  wallet_id uuid not null,
  type text not null,
  amount_minor_unit bigint not null,
  bonus_minor_unit bigint not null,
  balance_after_minor_unit bigint not null,
  bonus_after_minor_unit bigint not null,
  currency text not null,
  amount_inr_paise bigint not null,
  exchange_rate_used numeric(24,10) not null,
  is_rate_stale boolean not null,
  description text not null,
  reference_type text,
  reference_id text,
  hold_id uuid,
  refund_of text,
  idempotency_key text not null,
  prev_hash bytea not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint wallet_transaction_amount_minor_unit_check CHECK ((amount_minor_unit > 0)),
  constraint wallet_transaction_balance_after_minor_unit_check CHECK ((balance_after_minor_unit >= 0)),
  constraint wallet_transaction_check CHECK (((bonus_minor_unit >= 0) AND (bonus_minor_unit <= amount_minor_unit))),
  constraint wallet_transaction_check1 CHECK (((bonus_after_minor_unit >= 0) AND (bonus_after_minor_unit <= balance_after_minor_unit))),
  constraint wallet_transaction_key_unique UNIQUE (vendor_id, idempotency_key),
  constraint wallet_transaction_one_line CHECK ((strpos(concat(description, reference_type, reference_id, refund_of, idempotency_key), '
'::text) = 0)),
  constraint wallet_transaction_pkey PRIMARY KEY (vendor_id, sequence),
  constraint wallet_transaction_sequence_check CHECK ((sequence > 0)),
  constraint wallet_transaction_type_check CHECK ((type = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text, 'REFUND'::text, 'BONUS'::text, 'RESERVED'::text]))),
  constraint wallet_transaction_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES wallet(vendor_id)
);
CREATE INDEX wallet_transaction_hold ON public.wallet_transaction USING btree (vendor_id, hold_id, sequence) WHERE (hold_id IS NOT NULL);
CREATE INDEX wallet_transaction_refund ON public.wallet_transaction USING btree (vendor_id, refund_of) WHERE (refund_of IS NOT NULL);
CREATE INDEX wallet_transaction_type ON public.wallet_transaction USING btree (vendor_id, type, sequence);
CREATE TRIGGER wallet_transaction_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table webhook_inbox (
  id uuid not null,
  source text not null,
  event_key bytea not null,
  body_cipher bytea,
  received_at timestamp with time zone not null,
  status text not null default 'RECEIVED'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone not null,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  flag text,
  processed_at timestamp with time zone,
  about text,
  is_bulk boolean not null default false,
  traceparent text,
  constraint webhook_inbox_body_until_processed CHECK (((body_cipher IS NOT NULL) OR (status <> 'RECEIVED'::text))),
  constraint webhook_inbox_event_unique UNIQUE (source, event_key),
  constraint webhook_inbox_pkey PRIMARY KEY (id),
  constraint webhook_inbox_source_check CHECK ((source = ANY (ARRAY['GATEWAY'::text, 'PROVIDER'::text]))),
  constraint webhook_inbox_status_check CHECK ((status = ANY (ARRAY['RECEIVED'::text, 'DONE'::text, 'FLAGGED'::text, 'DEAD'::text])))
);
CREATE INDEX webhook_inbox_about ON public.webhook_inbox USING btree (about) WHERE (about IS NOT NULL);
CREATE INDEX webhook_inbox_due_by_lane ON public.webhook_inbox USING btree (is_bulk, next_try_at, id) WHERE (status = 'RECEIVED'::text);
CREATE INDEX webhook_inbox_kept ON public.webhook_inbox USING btree (processed_at) WHERE ((body_cipher IS NOT NULL) AND (status <> 'RECEIVED'::text));
CREATE INDEX webhook_inbox_settled ON public.webhook_inbox USING btree (processed_at) WHERE ((body_cipher IS NULL) AND is_bulk AND (status = 'DONE'::text));

create table wrong_code (
  email_hash bytea not null,
  purpose text not null,
  code_id uuid not null,
  source_hash bytea not null,
  is_known boolean not null,
  guessed_at timestamp with time zone not null
);
CREATE INDEX wrong_code_email ON public.wrong_code USING btree (email_hash, purpose, guessed_at);
CREATE INDEX wrong_code_guessed_at ON public.wrong_code USING btree (guessed_at);

CREATE OR REPLACE FUNCTION public.capture_holds(p_vendor_id uuid, p_now timestamp with time zone, p_entries jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  captured record;
begin
  perform 1 from wallet where vendor_id = p_vendor_id for no key update;
  for captured in
    select x.hold, sum(x.amount) as amount, min(x.amount) as least_amount
      from jsonb_to_recordset(p_entries) as x (hold uuid, amount bigint) group by x.hold order by x.hold
  loop
    if captured.least_amount is null or captured.least_amount <= 0 then
      raise exception 'only a positive amount can be captured';
    end if;
    update wallet_hold set captured_minor_unit = captured_minor_unit + captured.amount
      where vendor_id = p_vendor_id and id = captured.hold;
    if not found then raise exception 'there is no hold %', captured.hold; end if;
    update wallet set reserved_minor_unit = reserved_minor_unit - captured.amount,
        updated_at = greatest(updated_at, p_now) where vendor_id = p_vendor_id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.count_audit_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select '00000000-0000-0000-0000-000000000000'::uuid, 'AUDIT', action, count(*) from changed group by action;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_audit_entries_of_vendors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'VENDOR_AUDIT', action, count(*) from changed group by vendor_id, action;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_campaign_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  values (old.vendor_id, 'CAMPAIGN', old.status, -1), (new.vendor_id, 'CAMPAIGN', new.status, 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_campaigns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'CAMPAIGN', status, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, status;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_changed_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into message_count_change (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as,
         messages, accepted, read, cost_minor_unit)
  select vendor_id, campaign_id, date_bin('15 minutes', coalesce(sent_at, failed_at), 'epoch'), country_code, status,
         settled_as, sum(sign), sum(case when sent_at is null then 0 else sign end),
         sum(case when read_at is null then 0 else sign end), sum(sign * cost_minor_unit)
    from (select vendor_id, campaign_id, sent_at, failed_at, read_at, country_code, status, settled_as, cost_minor_unit,
                 1 as sign
            from after_change
          union all
          select vendor_id, campaign_id, sent_at, failed_at, read_at, country_code, status, settled_as, cost_minor_unit, -1
            from before_change) changed
   group by 1, 2, 3, 4, 5, 6
  having sum(sign) <> 0 or sum(case when sent_at is null then 0 else sign end) <> 0
      or sum(case when read_at is null then 0 else sign end) <> 0 or sum(sign * cost_minor_unit) <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'COUNTRY', country_code, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, country_code;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_dead_letters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select '00000000-0000-0000-0000-000000000000'::uuid, 'DEAD_LETTER', kind, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by kind;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_labels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'LABEL', label_id::text, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, label_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'LIST', list_id::text, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, list_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into message_count_change (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as,
         messages, accepted, read, cost_minor_unit)
  select vendor_id, campaign_id, date_bin('15 minutes', coalesce(sent_at, failed_at), 'epoch'), country_code, status,
         settled_as, sign * count(*), sign * count(sent_at), sign * count(read_at), sign * sum(cost_minor_unit)
    from changed, (values (case tg_op when 'INSERT' then 1 else -1 end)) as direction (sign)
   group by 1, 2, 3, 4, 5, 6, sign;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_reassigned_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  values (old.vendor_id, 'COUNTRY', old.country_code, -1), (new.vendor_id, 'COUNTRY', new.country_code, 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update inbound_message i
     set contact_id = null, mobile_hash = null, route_hash = '', content_cipher = ''
    from gone where i.vendor_id = gone.vendor_id and i.contact_id = gone.id;
  update message m set content_cipher = null
    from gone where m.vendor_id = gone.vendor_id and m.contact_id = gone.id and m.campaign_id is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_all_but_active()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- The cents are a generated column, computed after this trigger.
  free constant text[] := array['is_active', 'meta_cost_usd_cents'];
begin
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_line(t wallet_transaction)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws(E'\n', 'harkara-ledger-1', t.wallet_id::text, t.sequence::text, t.id::text, t.type,
    t.amount_minor_unit::text, t.bonus_minor_unit::text, t.balance_after_minor_unit::text,
    t.bonus_after_minor_unit::text, t.currency, t.amount_inr_paise::text, t.exchange_rate_used::text,
    t.is_rate_stale::text, coalesce(t.reference_type, ''), coalesce(t.reference_id, ''), coalesce(t.hold_id::text, ''),
    coalesce(t.refund_of, ''), t.idempotency_key, t.description,
    (extract(epoch from t.created_at) * 1000000)::bigint::text, encode(t.prev_hash, 'hex'))
$function$;

CREATE OR REPLACE FUNCTION public.move_money(p_vendor_id uuid, p_now timestamp with time zone, p_entries jsonb, p_may_fall boolean DEFAULT true)
 RETURNS TABLE(key text, outcome text, tx_id uuid, tx_sequence bigint, amount bigint, bonus bigint, balance_before bigint, balance_after bigint, low_balance_threshold bigint)
 LANGUAGE plpgsql
AS $function$
declare
  -- The largest amount that JSON carries exactly.
  amount_max constant bigint := 9007199254740991;
  w wallet;
  e record;
  t wallet_transaction;
  h wallet_hold;
  is_deducting boolean;
  -- The origin of a REFUND: its whole amount and its bonus part, and what has been refunded before.
  origin record;
  -- Rupees per unit, whether that rate is stale, and paise per minor unit.
  rate numeric := 1;
  is_stale boolean := false;
  paise_per_unit numeric := 1;
  paise numeric;
  was_high boolean;
begin
  select * into w from wallet where vendor_id = p_vendor_id for no key update;
  if not found then raise exception 'vendor % has no wallet', p_vendor_id; end if;
  was_high := w.balance_minor_unit >= w.low_balance_threshold;
  low_balance_threshold := w.low_balance_threshold;
  if w.currency <> 'INR' then
    select round(inr.rate / own.rate, 10), least(inr.fetched_at, own.fetched_at) < p_now - interval '24 hours',
        round(inr.rate / own.rate, 10) * 100 / power(10::numeric, c.decimal_places)
      into strict rate, is_stale, paise_per_unit
      from exchange_rate inr, exchange_rate own, currency_config c
      where inr.from_currency = 'USD' and inr.to_currency = 'INR'
        and own.from_currency = 'USD' and own.to_currency = w.currency and c.code = w.currency;
  end if;

  for e in
    select * from jsonb_to_recordset(p_entries) as x (id uuid, type text, amount bigint, key text, description text,
      "referenceType" text, "referenceId" text, hold uuid, "fromCaptured" boolean, "refundOf" text,
      "paidFirst" boolean)
  loop
    key := e.key;
    amount := e.amount;
    is_deducting := e.type in ('DEBIT', 'RESERVED');

    select * into t from wallet_transaction k where k.vendor_id = p_vendor_id and k.idempotency_key = e.key;
    if found then
      if (t.type, t.amount_minor_unit, t.reference_type, t.reference_id, t.hold_id, t.refund_of)
          is distinct from (e.type, e.amount, e."referenceType", e."referenceId", e.hold, e."refundOf") then
        raise exception 'key % names another ledger entry', e.key using errcode = 'unique_violation';
      end if;
      outcome := 'KNOWN'; tx_id := t.id; tx_sequence := t.sequence; bonus := t.bonus_minor_unit;
      balance_after := t.balance_after_minor_unit;
      balance_before := balance_after + case when is_deducting then amount else -amount end;
      return next;
      continue;
    end if;

    balance_before := w.balance_minor_unit;
    paise := round(e.amount * paise_per_unit);
    outcome := case
      when is_deducting and e.amount > w.balance_minor_unit then 'INSUFFICIENT'
      when paise > amount_max or not is_deducting and e.amount > amount_max - w.balance_minor_unit then 'TOO_LARGE'
      else 'APPLIED' end;
    if outcome <> 'APPLIED' then
      tx_id := null; tx_sequence := null; bonus := 0; balance_after := balance_before;
      return next;
      continue;
    end if;

    if (e.hold is not null) <> (e.type = 'RESERVED' or e.type = 'REFUND' and e."refundOf" is null)
        or (e."refundOf" is not null and e.type <> 'REFUND') then
      raise exception 'a % names the hold or the debit it belongs to, and nothing else does', e.type;
    end if;
    case e.type
      when 'CREDIT' then bonus := 0;
      when 'BONUS' then bonus := e.amount;
      when 'DEBIT', 'RESERVED' then
        bonus := case
          when e."paidFirst" then greatest(0, e.amount - (w.balance_minor_unit - w.bonus_balance_minor_unit))
          else least(w.bonus_balance_minor_unit, e.amount) end;
      when 'REFUND' then
        if e.hold is not null then
          select x.amount_minor_unit as whole, x.bonus_minor_unit as bonus, x.returned_minor_unit as returned,
              x.returned_bonus_minor_unit as returned_bonus
            into strict origin from wallet_hold x where x.vendor_id = p_vendor_id and x.id = e.hold;
        else
          select k.amount_minor_unit as whole, k.bonus_minor_unit as bonus, r.returned, r.returned_bonus
            into strict origin
            from wallet_transaction k, lateral (
              select coalesce(sum(x.amount_minor_unit), 0)::bigint as returned,
                  coalesce(sum(x.bonus_minor_unit), 0)::bigint as returned_bonus
                from wallet_transaction x where x.vendor_id = p_vendor_id and x.refund_of = e."refundOf") r
            where k.vendor_id = p_vendor_id and k.idempotency_key = e."refundOf" and k.type = 'DEBIT';
        end if;
        if e.amount > origin.whole - origin.returned then raise exception 'a refund above what was taken'; end if;
        -- Paid money is refunded first, until all of it is back.
        bonus := greatest(0, e.amount - (origin.whole - origin.bonus) + (origin.returned - origin.returned_bonus));
    end case;

    if e.type = 'RESERVED' then
      insert into wallet_hold (vendor_id, id, amount_minor_unit, bonus_minor_unit)
        values (p_vendor_id, e.hold, e.amount, bonus)
        on conflict (vendor_id, id) do update set
          amount_minor_unit = wallet_hold.amount_minor_unit + excluded.amount_minor_unit,
          bonus_minor_unit = wallet_hold.bonus_minor_unit + excluded.bonus_minor_unit;
      w.reserved_minor_unit := w.reserved_minor_unit + e.amount;
    elsif e.hold is not null then
      update wallet_hold x set returned_minor_unit = x.returned_minor_unit + e.amount,
          returned_bonus_minor_unit = x.returned_bonus_minor_unit + bonus,
          captured_minor_unit = x.captured_minor_unit - case when e."fromCaptured" then e.amount else 0 end
        where x.vendor_id = p_vendor_id and x.id = e.hold;
      if e."fromCaptured" is not true then w.reserved_minor_unit := w.reserved_minor_unit - e.amount; end if;
    end if;

    w.balance_minor_unit := w.balance_minor_unit + case when is_deducting then -e.amount else e.amount end;
    w.bonus_balance_minor_unit := w.bonus_balance_minor_unit + case when is_deducting then -bonus else bonus end;
    w.head_sequence := w.head_sequence + 1;
    w.head_at := greatest(w.head_at, p_now);
    if e.type = 'CREDIT' and e."referenceType" = 'RECHARGE' then w.last_recharged_at := w.head_at; end if;
    t := row(p_vendor_id, w.head_sequence, e.id, w.id, e.type, e.amount, bonus, w.balance_minor_unit,
      w.bonus_balance_minor_unit, w.currency, paise, rate, is_stale, e.description, e."referenceType",
      e."referenceId", e.hold, e."refundOf", e.key, w.head_hash, null, w.head_at);
    t.hash := sha256(convert_to(ledger_line(t), 'UTF8'));
    insert into wallet_transaction select t.*;
    w.head_hash := t.hash;

    tx_id := t.id; tx_sequence := t.sequence; balance_after := w.balance_minor_unit;
    return next;
  end loop;

  if not p_may_fall and was_high and w.balance_minor_unit < w.low_balance_threshold then
    raise exception 'the balance would fall below its threshold' using errcode = 'HK001';
  end if;
  update wallet set balance_minor_unit = w.balance_minor_unit, bonus_balance_minor_unit = w.bonus_balance_minor_unit,
      reserved_minor_unit = w.reserved_minor_unit, head_sequence = w.head_sequence, head_hash = w.head_hash,
      head_at = w.head_at, last_recharged_at = w.last_recharged_at, updated_at = greatest(updated_at, p_now)
    where vendor_id = p_vendor_id and wallet.head_sequence < w.head_sequence;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_invoice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.invoice_number is null then return old; end if;
  elsif old.invoice_number is null or row(new.vendor_id, new.id, new.type, new.series, new.series_number,
      new.invoice_number, new.description, new.amount_minor_unit, new.cgst_minor_unit, new.igst_minor_unit,
      new.gst_percent, new.total_minor_unit, new.currency, new.total_inr_paise, new.exchange_rate_used, new.tax_kind,
      new.place_of_supply, new.hsn_code, new.issued_at, new.paid_at, new.gateway_payment_id, new.vendor_currency,
      new.vendor_currency_rate, new.total_vendor_minor_unit)
    is not distinct from row(old.vendor_id, old.id, old.type, old.series, old.series_number, old.invoice_number,
      old.description, old.amount_minor_unit, old.cgst_minor_unit, old.igst_minor_unit, old.gst_percent,
      old.total_minor_unit, old.currency, old.total_inr_paise, old.exchange_rate_used, old.tax_kind,
      old.place_of_supply, old.hsn_code, old.issued_at, old.paid_at, old.gateway_payment_id, old.vendor_currency,
      old.vendor_currency_rate, old.total_vendor_minor_unit) then
    return new;
  end if;
  raise exception 'an issued invoice does not change' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.take_permits(p_key text, p_limit integer, p_window_ms integer, p_wanted integer, OUT granted integer, OUT remaining integer, OUT retry_after_ms integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  slices_max constant integer := 201;
  slice_us constant bigint := p_window_ms::bigint * 1000 / 200;
  known rate_window;
  now_us bigint;
  slice bigint;
  recent integer[];
  used integer;
  oldest integer;
begin
  loop
    select * into known from rate_window w where w.key = p_key and w.window_ms = p_window_ms for update;
    exit when found;
    insert into rate_window (key, window_ms, newest_slice, counts, idle_at)
      values (p_key, p_window_ms, 0, '{}', clock_timestamp() + interval '1 minute') on conflict do nothing;
    -- A new limit deletes some idle ones, so that the table only holds limits in use.
    delete from rate_window where (key, window_ms) in (
      select w.key, w.window_ms from rate_window w where w.idle_at < clock_timestamp() limit 10 for update skip locked);
  end loop;

  now_us := extract(epoch from clock_timestamp()) * 1000000;
  slice := now_us / slice_us;
  -- When the machine's clock was set back, what was granted "later" counts as granted now.
  recent := (array_fill(0, array[least(greatest(slice - known.newest_slice, 0), slices_max)::integer])
    || known.counts)[1:slices_max];
  select coalesce(sum(c), 0) into used from unnest(recent) c;
  granted := least(p_wanted, greatest(p_limit - used, 0));
  remaining := greatest(p_limit - used - granted, 0);
  recent[1] := recent[1] + granted;

  if granted > 0 or slice < known.newest_slice then
    update rate_window w set newest_slice = slice, counts = recent,
      idle_at = date_trunc('minute', to_timestamp(now_us / 1e6) + p_window_ms * interval '1 millisecond' + interval '2 minutes')
      where w.key = p_key and w.window_ms = p_window_ms;
  end if;

  retry_after_ms := 0;
  if remaining = 0 then
    select max(i) into oldest from generate_subscripts(recent, 1) i where recent[i] > 0;
    retry_after_ms := ceil(((slice + slices_max + 1 - oldest) * slice_us - now_us) / 1000.0);
  end if;
end $function$;
