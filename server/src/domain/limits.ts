/**
 * Limits that several parts share, each with a name and a unit. A limit of one rule stands beside that rule. Limits that
 * a deployment may change are settings instead (platform/config).
 */

export const PASSWORD_CHARS_MIN = 8
export const PASSWORD_CHARS_MAX = 128
export const EMAIL_CHARS_MAX = 254

export const OTP_DIGITS = 6
export const OTP_TTL_SECONDS = 300
/** Wrong guesses at one code by one source. */
export const OTP_TRIES_MAX = 5
/** Wrong guesses at one code by all unknown sources together. */
export const OTP_TRIES_BY_STRANGERS_MAX = 10
/** Wrong guesses at all codes of an address in an hour: by one source, and by all unknown sources together. */
export const WRONG_CODES_PER_SOURCE_HOUR_MAX = 15
export const WRONG_CODES_BY_STRANGERS_HOUR_MAX = 50
/** A request from another source mails the same code again while it is younger than this, and a new one after. */
export const OTP_SHARED_SECONDS = 150
/** Mails per hour, as a multiple of one source's requests, beyond which strangers cause none while a code is valid. */
export const OTP_MAILS_FACTOR = 3
/** How long an unverified registration can be verified. */
export const REGISTRATION_TTL_HOURS = 24
export const INVITATION_TTL_DAYS = 7
/** Invitations that a vendor may mail in any 24 hours: in total, and to one address. */
export const INVITATIONS_PER_DAY_MAX = 20
export const INVITATIONS_PER_ADDRESS_DAY_MAX = 3

/** Test messages that a vendor may send in any 24 hours: in total, and to one number. */
export const TEST_MESSAGES_PER_DAY_MAX = 100
export const TEST_MESSAGES_PER_NUMBER_DAY_MAX = 20
/** Notifications that are mailed in any 24 hours: of one vendor, and to a billing address, which may be anybody's. */
export const NOTIFICATIONS_MAILED_PER_DAY_MAX = 200
export const NOTIFICATIONS_PER_BILLING_ADDRESS_DAY_MAX = 50

/** For two browser tabs that refresh at the same moment: the old token works once more within this time. */
export const REFRESH_GRACE_SECONDS = 10

/** An upper bound for the list of a user's sessions. */
export const SESSIONS_LISTED_MAX = 200

export const SIGN_IN_FAILURES_MAX = 10
export const SIGN_IN_FAILURE_WINDOW_SECONDS = 15 * 60
export const SIGN_IN_BLOCK_SECONDS_MIN = 60
export const SIGN_IN_BLOCK_SECONDS_MAX = 15 * 60
/** This many wrong passwords by other sources are an attack; it is over when none arrives for this long. */
export const SIGN_IN_ATTACK_FAILURES_MIN = 10
export const SIGN_IN_ATTACK_QUIET_SECONDS = 24 * 60 * 60
/** Codes mailed per hour for right passwords from new devices while an account is under attack. */
export const CHALLENGES_PER_HOUR_MAX = 10
/** Authenticator apps show a new code every 30 seconds; one step of clock difference is tolerated. */
export const TOTP_STEP_SECONDS = 30
export const TOTP_DRIFT_STEPS = 1
export const RECOVERY_CODES = 10
export const PASSKEYS_PER_ACCOUNT_MAX = 20
/** How long a browser may take to create or use a passkey. */
export const PASSKEY_CHALLENGE_SECONDS = 300
/** A session that is older confirms the password before it changes how its owner signs in. */
export const RECENT_SIGN_IN_SECONDS = 15 * 60
/** Devices and networks remembered per account. */
export const KNOWN_SOURCES_MAX = 20
export const KNOWN_SOURCE_DAYS = 180

/** Administrators are told this long before a key expires. */
export const API_KEY_EXPIRY_NOTICE_DAYS = 7
/** Addresses and networks that one key can be bound to. */
export const API_KEY_NETWORKS_MAX = 50
export const API_KEYS_PER_VENDOR_MAX = 50
export const USERS_PER_VENDOR_MAX = 200

export const PAGE_SIZE_DEFAULT = 50
export const PAGE_SIZE_MAX = 100
/** Higher page numbers are too expensive; cursors have no limit. */
export const PAGE_MAX = 10_000

export const IDEMPOTENCY_KEY_CHARS_MAX = 255
export const IDEMPOTENCY_LEASE_SECONDS = 30
export const IDEMPOTENCY_KEPT_HOURS = 48

export const IMPORT_FILE_BYTES_MAX = 52_428_800
/** Published: the maximum inflated size of an archive, of the parts read from a workbook, and of the rows in them. */
export const INFLATED_BYTES_MAX = 600 * 1024 * 1024
/** Published: the ratio of inflated to stored bytes, of each entry and of the whole file. */
export const INFLATE_RATIO_MAX = 200
/** Below this size the ratio is not checked: a small sheet of equal rows exceeds it easily and is harmless. */
export const INFLATE_RATIO_FLOOR_BYTES = 1024 * 1024
export const ARCHIVE_ENTRIES_MAX = 10_000
export const IMPORT_ROWS_MAX = 1_000_000
export const IMPORT_COLUMNS_MAX = 1_000
export const IMPORT_CELL_BYTES_MAX = 32 * 1024
export const IMPORT_HEADER_CHARS_MAX = 256
export const IMPORT_CHUNK_ROWS_MAX = 5_000
/** A chunk of very large cells ends before it has all its rows. */
export const IMPORT_CHUNK_BYTES_MAX = 8 * 1024 * 1024
/** Enough for a row in which every column has the largest cell; only very many escaped characters need more. */
export const IMPORT_ROW_BYTES_MAX = 40 * 1024 * 1024
export const IMPORT_SAMPLE_ROWS_MAX = 20
/** Rows that are shown as they are in the file, for somebody to choose the header. */
export const IMPORT_RAW_ROWS_MAX = 20
export const IMPORT_SAMPLE_CHARS_MAX = 256
/** Numbers of an import, from its beginning, that are inspected for sequences. */
export const INSPECTED_CONTACTS_MAX = 100_000
/** Connections that follow imports of one vendor, in each process. */
export const IMPORT_SOCKETS_PER_VENDOR_MAX = 100
/** Mails about flagged imports of one vendor. */
export const FLAGGED_IMPORT_MAILS_PER_DAY_MAX = 3
export const IMPORT_PRESETS_PER_VENDOR_MAX = 100
export const IMPORT_PRESET_NAME_CHARS_MAX = 100
/** Of more header rows only those used last are remembered. */
export const REMEMBERED_MAPPINGS_PER_VENDOR_MAX = 500

export const CONTACT_NAME_CHARS_MAX = 500
/** More than people type around a number. */
export const MOBILE_CHARS_MAX = 64
/** A request may contain as many as a row of a file. */
export const ATTRIBUTES_PER_CONTACT_MAX = IMPORT_COLUMNS_MAX
export const ATTRIBUTE_VALUE_CHARS_MAX = IMPORT_CELL_BYTES_MAX
/**
 * Names and values together. As many columns as a file may have fit with the longest headings, or eight of the largest
 * cells; a whole page of contacts is decrypted in memory.
 */
export const ATTRIBUTE_BYTES_PER_CONTACT_MAX = 256 * 1024
/** Every contact of a row has all attributes of the row. */
export const ATTRIBUTE_BYTES_PER_ROW_MAX = 2 * ATTRIBUTE_BYTES_PER_CONTACT_MAX
/** Per request; a contact may have more. */
export const LABELS_PER_REQUEST_MAX = 100
export const SEARCH_CHARS_MIN = 2
export const SEARCH_CHARS_MAX = 200
/** Matches of each kind in a search of everything. */
export const SEARCH_MATCHES_MAX = 5
/** The newest imports, whose file names are decrypted in a search. */
export const IMPORTS_SEARCHED_MAX = 500
/** Contacts that share their last four digits with what was typed, and are decrypted to compare more of them. */
export const SUFFIX_CANDIDATES_MAX = 2_000
/** Contacts that one action may label, list, opt out or delete. */
export const BATCH_ACTION_CONTACTS_MAX = 100_000
/** Rows of an import that one request excludes or includes. */
export const IMPORT_ROWS_PER_CHANGE_MAX = 10_000
export const BULK_CONTACTS_MAX = 10_000
export const BULK_BODY_BYTES_MAX = 20 * 1024 * 1024
export const LIST_NAME_CHARS_MAX = 200
/** Contacts named in one request. */
export const LIST_CONTACT_IDS_MAX = 10_000

export const RECHARGE_MINOR_UNIT_MIN = 100
export const RECHARGE_MINOR_UNIT_MAX = 100_000_000_000
export const ORDER_TTL_HOURS = 24
/** The delay before the gateway is first asked about an order, and the longest interval. */
export const ORDER_CHECK_SECONDS_MIN = 30
export const ORDER_CHECK_SECONDS_MAX = 3_600
/** How long after an order's expiry a late capture is still found without a webhook. */
export const ORDER_CHECK_HOURS_AFTER_END = 24
export const ORDER_CHECKS_AT_ONCE_MAX = 10

/** The maximum number of queued webhooks per INSERT. */
export const WEBHOOKS_PER_INSERT_MAX = 500
/** Handled concurrently; each takes a connection. */
export const WEBHOOKS_PER_POLL_MAX = 10
export const WEBHOOK_TRIES_MAX = 10
export const WEBHOOKS_PER_PURGE_MAX = 1_000

/** Older rates are not used for prices; credits are still posted with them, marked. */
export const RATE_USABLE_HOURS = 24
/** The delay before a failed feed is fetched again. */
export const RATE_RETRY_SECONDS = 10
/** How far the clock of a feed may be ahead of the product's. */
export const RATE_AHEAD_MINUTES_MAX = 60

/** The most that an operator may add to a wallet at once. */
export const CREDIT_MINOR_UNIT_MAX = 100_000_000_000

/** How long an action waits for a second operator before the request expires. */
export const APPROVAL_DAYS = 7
/** Actions of one operator for one vendor within this window count together against the approval threshold. */
export const APPROVAL_WINDOW_HOURS = 24

/** The payment gateway's minimum, in the minor unit of any currency. */
export const GATEWAY_AMOUNT_MIN = 100n
/** How long before a cycle begins it can be paid by order. */
export const CYCLE_PAYABLE_DAYS_BEFORE = 7
export const REFUND_REASON_CHARS_MAX = 500
export const REFUND_REFERENCE_CHARS_MAX = 100
/** Less than this is not paid out when an account is closed; from larger amounts the fee is deducted, rounded up. */
export const EXIT_REFUND_PAISE_MIN = 10_000n
export const EXIT_FEE_PERCENT = 2n
/** An order this recent may be about to be paid. */
export const EXIT_ORDER_QUIET_MINUTES = 60
/** How often the gateway is asked about a refund that it has accepted and not finished. */
export const REFUND_CHECK_MINUTES = 60
/** Alerts about money are mailed to at most this many operators. */
export const OPERATORS_MAILED_MAX = 100
/** Operators and open invitations together. */
export const OPERATORS_MAX = 100

/** Each takes one transaction, every few seconds. */
export const SUBSCRIPTIONS_PER_SWEEP_MAX = 200
export const CLOSED_WALLETS_PER_SWEEP_MAX = 100

/** The provider account is shared: one vendor must not fill it. */
export const TEMPLATES_PER_VENDOR_MAX = 250
export const MEDIA_IMAGE_BYTES_MAX = 5 * 1024 * 1024
/** The provider accepts documents of 100 MB, which are too slow for a chat. */
export const MEDIA_FILE_BYTES_MAX = 16 * 1024 * 1024
/** How long a file without a template is kept. */
export const MEDIA_UNUSED_DAYS = 7
/** Files without a template that one vendor may have. */
export const MEDIA_UNUSED_PER_VENDOR_MAX = 100

/** The provider's limit for a text message. */
export const MESSAGE_TEXT_CHARS_MAX = 4_096
/** How long after a person's message free-form replies are allowed. */
export const CONVERSATION_WINDOW_HOURS = 24
/** A message without a reference belongs to the vendor that wrote last, within this time. */
export const REPLY_ROUTE_HOURS = 24
/** How long it is stored which vendors wrote to a number. */
export const ROUTE_KEPT_DAYS = 30

export const QUOTATION_TTL_HOURS = 24
export const TEMPLATE_VARIABLES_MAX = 200
/** A longer value exceeds the longest part of a message. */
export const VARIABLE_VALUE_CHARS_MAX = 1_024
/** Free replies to customers per vendor and calendar month in UTC. */
export const SERVICE_FREE_PER_MONTH = 1_000
/** Settled by one transaction, which holds the vendor's wallet meanwhile. */
export const STATUSES_PER_TRANSACTION_MAX = 500
/** How long a status update without a known message is kept. */
export const PARKED_DAYS = 7
/** For a message outside campaigns without a status update. */
export const SINGLE_TIMEOUT_HOURS = 24

export const CAMPAIGN_NAME_CHARS_MAX = 200
export const CAMPAIGN_SCHEDULE_MINUTES_MIN = 5
export const CAMPAIGN_SCHEDULE_DAYS_MAX = 90
/** Approximate number of messages per transaction of a campaign's expansion. */
export const EXPANSION_CHUNK_ROWS = 5_000
/** How often a campaign that was refused at its scheduled time is retried while no money has moved. */
export const UNLAUNCHED_RETRY_SECONDS = 60

export const SUPPORT_SUBJECT_CHARS_MAX = 150
export const SUPPORT_MESSAGE_CHARS_MAX = 5_000
export const SUPPORT_REQUESTS_PER_HOUR_MAX = 10
export const SUPPORT_REQUESTS_PER_DAY_MAX = 30
export const AUTO_REPLIES_PER_VENDOR_MAX = 100
export const KEYWORD_CHARS_MAX = 100
/** Prevents endless exchanges between two bots: the minimum time between answers of one rule to a contact. */
export const AUTO_REPLY_PAUSE_SECONDS = 60
/** The maximum of all rules together. */
export const AUTO_REPLIES_PER_CONTACT_HOUR_MAX = 20
/** Inbound messages that belong to no vendor, and numbers in tests. */
export const UNASSIGNED_KEPT_DAYS = 30
/** Billing of a campaign closes at most a day after its end: a minute earlier, so that closing itself is in time. */
export const BILLING_CLOSE_MINUTES_MAX = 24 * 60 - 1
/** Page size of the sweep over campaigns. */
export const CAMPAIGNS_PER_SWEEP_PAGE = 500
/**
 * A campaign that the provider stopped for its template is not retried at once, because our status of the template may
 * be outdated.
 */
export const TEMPLATE_RETRY_PAUSE_SECONDS = 300

export const DASHBOARD_DAYS_DEFAULT = 30
export const DASHBOARD_DAYS_MAX = 366

/** How long the file of a whole-vendor export can be downloaded. */
export const EXPORT_LINK_DAYS = 7
/** Exports of one vendor in any 24 hours that did not fail. Their files are kept until their links end. */
export const EXPORTS_PER_DAY_MAX = 5
/** Each holds a database connection and a snapshot while it is written. */
export const EXPORTS_AT_ONCE_MAX = 2
