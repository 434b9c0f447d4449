/** The columns that contain hashes of the blind index, by table. A test compares them with the schema. */
export const HASH_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  account: ['email_hash'],
  contact: ['mobile_hash', 'name_tokens'],
  import_preset: ['name_hash'],
  inbound_message: ['mobile_hash', 'route_hash'],
  invitation: ['email_hash'],
  invitation_log: ['email_hash'],
  known_source: ['source_hash'],
  mailed_code: ['email_hash', 'source_hash'],
  message: ['mobile_hash'],
  message_route: ['route_hash'],
  one_time_code: ['email_hash'],
  operator_invitation: ['email_hash'],
  opt_out: ['mobile_hash'],
  refund_request: ['gstin_hash'],
  registration_attempt: ['email_hash'],
  remembered_mapping: ['headings_hash'],
  sign_in_challenge: ['email_hash', 'source_hash'],
  sign_in_failure: ['email_hash'],
  sign_in_source_failure: ['email_hash', 'source_hash'],
  wrong_code: ['email_hash', 'source_hash'],
}

/** Columns with one short hash for each word. */
export const isTokenColumn = (column: string) => column === 'name_tokens'

/** Staged rows can be rebuilt, so they are deleted instead of moved. */
export const STAGED_HASH_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  staged_contact: ['mobile_hash'],
  staged_opt_out: ['mobile_hash'],
}
/** The tables that a crash of the database empties together with them. */
export const STAGED_TABLES = [
  'staged_mark',
  'staged_marks',
  'staged_contact',
  'staged_duplicate',
  'staged_failure',
  'staged_opt_out',
]

/** Hashes with other keys, or without a key. */
export const NON_BLIND_INDEX_HASHES: Readonly<Record<string, readonly string[]>> = {
  account: ['password_hash'],
  api_key: ['secret_hash'],
  idempotency_key: ['request_hash'],
  import_job: ['file_hash'],
  import_plan: ['plan_hash'],
  recovery_code: ['code_hash'],
  registration_attempt: ['password_hash'],
  wallet: ['head_hash'],
  wallet_transaction: ['prev_hash'],
}
