/** Tables that grow with use. Reading one of them as a whole costs as much as all vendors together. */
export const LARGE_TABLES: readonly string[] = [
  'audit_entry',
  'campaign',
  'contact',
  'contact_audit',
  'contact_label',
  'contact_list_member',
  'dead_letter',
  'message',
  'message_count',
  'opt_out',
  'outbox_event',
  'row_count',
  'vendor_audit_entry',
  'wallet_transaction',
  'webhook_inbox',
]
