/** Tables with rows of a vendor that stay. Whoever adds a table decides here, and in `erase-vendor.ts`. */
export const KEPT = [
  ...['approval', 'audit_entry', 'books_key', 'credit_note', 'gateway_subscription', 'invoice', 'notification'],
  ...['payment_order', 'pricing_snapshot', 'refund_payout', 'refund_request', 'service_allowance', 'subscription'],
  ...['subscription_cycle', 'subscription_failure', 'unapproved_action', 'unplaced_payment', 'vendor_pricing'],
  ...['wallet', 'wallet_hold', 'wallet_transaction', 'vendor_user', 'template_prefix'],
  // Without texts and recipients.
  ...['campaign', 'message', 'message_conflict', 'quotation'],
  // Without texts, until the provider has deleted them.
  'template',
  // Ids and figures only; the addresses of the vendor's own people are sealed with the destroyed key.
  ...[
    'row_count',
    'row_count_change',
    'row_recount',
    'message_count',
    'message_count_change',
    'message_recount',
    'dead_letter',
    'flagged_import',
    'outbox_event',
    'provider_media',
    'relay_place',
    'vendor_audit_entry',
  ],
]
/** Tables whose rows go with the vendor's data. */
export const ERASED = [
  ...['api_key', 'auto_reply', 'contact', 'contact_audit', 'contact_label', 'contact_list', 'contact_list_label'],
  ...['contact_list_member', 'contact_seen', 'contact_suffix_backfill', 'conversation', 'data_key'],
  ...['import_chunk', 'import_job'],
  ...['import_plan', 'import_preset', 'import_repair', 'import_replacement', 'import_upload', 'inbound_message'],
  ...['invitation', 'invitation_log', 'label', 'media'],
  ...['message_route', 'opt_out', 'remembered_mapping', 'repaired_row', 'staged_contact', 'staged_duplicate'],
  ...['staged_failure', 'staged_mark', 'staged_marks', 'staged_opt_out', 'vendor_export'],
]
