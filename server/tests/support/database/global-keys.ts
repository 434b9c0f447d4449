/**
 * Unique indexes of vendor tables that do not contain the vendor, by reason. In one database they hold as they are. A
 * PostgreSQL that is sharded by vendor cannot enforce them; each reason says what takes their place.
 */
export const GLOBAL_KEYS: Readonly<Record<string, readonly string[]>> = {
  'a table of the platform, with rows that have no vendor: it is not distributed': [
    'audit_entry_pkey',
    'unplaced_payment_payment_unique',
    'unplaced_payment_pkey',
  ],
  'an id of ours, for pages over all vendors: ids do not repeat, so an ordinary index does': [
    'approval_id_key',
    'flagged_import_id',
    'message_conflict_newest',
    'wallet_id_key',
  ],
  'unlogged rows of one import, which belongs to one vendor: the vendor can be put in front': [
    'staged_contact_pkey',
    'staged_duplicate_pkey',
    'staged_opt_out_pkey',
  ],
  'leads to the vendor when a person or a program signs in: a directory that is not distributed': [
    'api_key_secret_unique',
    'vendor_user_account_unique',
  ],
  'an id or a name at the provider or the gateway, whose callbacks name no vendor: a directory that is not distributed':
    [
      'gateway_subscription_unique',
      'inbound_message_wamid_unique',
      'invoice_payment_unique',
      'message_wamid_unique',
      'payment_order_gateway_order_unique',
      'payment_order_payment_unique',
      'refund_payout_gateway_refund_unique',
      'template_prefix_number_key',
      'template_provider_id_unique',
      'template_provider_name_unique',
    ],
  'numbers of documents of one issuer, which run over all vendors: number_series, which is not distributed, hands them out':
    ['credit_note_number_unique', 'credit_note_series_unique', 'invoice_number_unique', 'invoice_series_unique'],
  'one first month for one company, under however many vendors: a directory that is not distributed': [
    'refund_request_first_month_gstin',
  ],
}

/** Vendor tables without a primary key, by reason. */
export const TABLES_WITHOUT_KEY: Readonly<Record<string, readonly string[]>> = {
  'unlogged, appended to and read as a whole during one import': ['staged_marks'],
}
