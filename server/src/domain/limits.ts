/** Every limit has a name, a unit and one place. Those a deployment may change are settings instead (platform/config). */

export const PASSWORD_CHARS_MIN = 8
export const PASSWORD_CHARS_MAX = 128
export const EMAIL_CHARS_MAX = 254

export const OTP_DIGITS = 6
export const OTP_TTL_SECONDS = 300
/** Wrong guesses at one code by one source … */
export const OTP_TRIES_MAX = 5
/** … and by all sources together from which nobody has signed in before. */
export const OTP_TRIES_BY_STRANGERS_MAX = 10
/** Wrong guesses at all codes of an address in an hour: by one source, and by all unknown sources together. */
export const WRONG_CODES_PER_SOURCE_HOUR_MAX = 15
export const WRONG_CODES_BY_STRANGERS_HOUR_MAX = 50
/** A request from another source mails the same code again while it is younger than this, and a new one after. */
export const OTP_SHARED_SECONDS = 150
/** Beyond so many mails an hour, as a multiple of what one source may ask for, strangers cause none while a code is valid. */
export const OTP_MAILS_FACTOR = 3
/** How long a registration that nobody verified may still be verified. */
export const REGISTRATION_TTL_HOURS = 24
/** Of more open attempts for one address only the newest count: each costs a password check. */
export const REGISTRATION_ATTEMPTS_MAX = 10
export const INVITATION_TTL_DAYS = 7
/** Invitations that a vendor may mail in any 24 hours: in all, and to one address. */
export const INVITATIONS_PER_DAY_MAX = 20
export const INVITATIONS_PER_ADDRESS_DAY_MAX = 3

/** Two browser tabs that refresh at the same moment: the old token still works once within this time. */
export const REFRESH_GRACE_SECONDS = 10

/** Nobody has more devices than this to look through. */
export const SESSIONS_LISTED_MAX = 200

export const SIGN_IN_FAILURES_MAX = 10
export const SIGN_IN_FAILURE_WINDOW_SECONDS = 15 * 60
export const SIGN_IN_BLOCK_SECONDS_MIN = 60
export const SIGN_IN_BLOCK_SECONDS_MAX = 15 * 60
/** So many wrong passwords by other sources mean an attack; it is over when there was none for this long. */
export const SIGN_IN_ATTACK_FAILURES_MIN = 10
export const SIGN_IN_ATTACK_QUIET_SECONDS = 24 * 60 * 60
/** Codes that right passwords from new devices cause in an hour while an account is under attack. */
export const CHALLENGES_PER_HOUR_MAX = 10
/** Devices and networks that an account remembers. */
export const KNOWN_SOURCES_MAX = 20
export const KNOWN_SOURCE_DAYS = 180

export const API_KEYS_PER_VENDOR_MAX = 50
export const USERS_PER_VENDOR_MAX = 200

export const PAGE_SIZE_DEFAULT = 50
export const PAGE_SIZE_MAX = 100
/** Beyond this a page number costs more than it is worth; cursors go on. */
export const PAGE_MAX = 10_000

export const IDEMPOTENCY_KEY_CHARS_MAX = 255
export const IDEMPOTENCY_LEASE_SECONDS = 30
export const IDEMPOTENCY_KEPT_HOURS = 48

export const IMPORT_FILE_BYTES_MAX = 52_428_800
/** Published: what an archive, or the parts that are read of a workbook, may inflate to together. */
export const INFLATED_BYTES_MAX = 600 * 1024 * 1024
/** Published: inflated to stored bytes, of each entry and of the whole file. */
export const INFLATE_RATIO_MAX = 200
/** Below this the ratio says nothing: a small sheet of equal rows passes it easily and harms nobody. */
export const INFLATE_RATIO_FLOOR_BYTES = 1024 * 1024
export const ARCHIVE_ENTRIES_MAX = 10_000
export const IMPORT_ROWS_MAX = 1_000_000
export const IMPORT_COLUMNS_MAX = 1_000
export const IMPORT_CELL_BYTES_MAX = 32 * 1024
export const IMPORT_HEADER_CHARS_MAX = 256
export const IMPORT_CHUNK_ROWS_MAX = 5_000
/** A chunk of very large cells ends before it has all its rows. */
export const IMPORT_CHUNK_BYTES_MAX = 8 * 1024 * 1024
/** Room for a row in which every column holds the largest cell; only masses of escaped characters need more. */
export const IMPORT_ROW_BYTES_MAX = 40 * 1024 * 1024
export const IMPORT_SAMPLE_ROWS_MAX = 20
export const IMPORT_SAMPLE_CHARS_MAX = 256

export const CONTACT_NAME_CHARS_MAX = 500
/** What people type around a number never needs more. */
export const MOBILE_CHARS_MAX = 64
/** What a row of a file may hold, a request may hold as well. */
export const ATTRIBUTES_PER_CONTACT_MAX = IMPORT_COLUMNS_MAX
export const ATTRIBUTE_VALUE_CHARS_MAX = IMPORT_CELL_BYTES_MAX
/** In one request; a contact may have more. */
export const LABELS_PER_REQUEST_MAX = 100
export const SEARCH_CHARS_MAX = 200
export const BULK_CONTACTS_MAX = 10_000
export const BULK_BODY_BYTES_MAX = 20 * 1024 * 1024
export const LIST_NAME_CHARS_MAX = 200
/** Members named in one request. */
export const LIST_CONTACT_IDS_MAX = 10_000

export const RECHARGE_MINOR_UNIT_MIN = 100
export const RECHARGE_MINOR_UNIT_MAX = 100_000_000_000
export const ORDER_TTL_HOURS = 24
/** How soon after an order the gateway is asked what became of it, and how rarely at the end. */
export const ORDER_CHECK_SECONDS_MIN = 30
export const ORDER_CHECK_SECONDS_MAX = 3_600
/** A payment may be captured that much later than its order ran out, and is found without a webhook. */
export const ORDER_CHECK_HOURS_AFTER_END = 24
export const ORDER_CHECKS_AT_ONCE_MAX = 10

/** One INSERT holds this many waiting webhooks at most. */
export const INBOX_EVENTS_PER_INSERT_MAX = 500
/** Handled at once; each takes a connection. */
export const INBOX_EVENTS_PER_POLL_MAX = 10
export const INBOX_TRIES_MAX = 10
/** How long the words of a webhook are kept once it had its effect, and when it had none and may be tried again. */
export const INBOX_BODY_DAYS = 30
export const INBOX_UNSETTLED_BODY_DAYS = 365
export const INBOX_BODIES_PER_PURGE_MAX = 1_000

/** Older ones price nothing; credits still book at them, marked. */
export const RATE_USABLE_HOURS = 24
/** How soon a feed that could not be read is asked again. */
export const RATE_RETRY_SECONDS = 10
/** How far the clock of a feed may be ahead of ours. */
export const RATE_AHEAD_MINUTES_MAX = 60

/** What an operator may add to a wallet in one go. */
export const CREDIT_MINOR_UNIT_MAX = 100_000_000_000

/** How long an action waits for a second operator before the request expires. */
export const APPROVAL_DAYS = 7
/** Actions of one operator for one vendor within so many hours count together against the approval threshold. */
export const APPROVAL_WINDOW_HOURS = 24

/** What the payment gateway takes at least, in the minor unit of any currency. */
export const GATEWAY_AMOUNT_MIN = 100n
/** How long before a cycle begins it can be paid by hand. */
export const CYCLE_PAYABLE_DAYS_BEFORE = 7
export const REFUND_REASON_CHARS_MAX = 500
export const REFUND_REFERENCE_CHARS_MAX = 100
/** Less than this is not paid out when an account is closed; of what is, the fee is kept, rounded up. */
export const EXIT_REFUND_PAISE_MIN = 10_000n
export const EXIT_FEE_PERCENT = 2n
/** An order made so recently may be about to be paid. */
export const EXIT_ORDER_QUIET_MINUTES = 60
/** How often the gateway is asked about a refund that it has taken and not finished. */
export const REFUND_CHECK_MINUTES = 60
/** Alerts about money go to each of them. */
export const OPERATORS_MAILED_MAX = 100

/** One transaction each, every few seconds. */
export const SUBSCRIPTIONS_PER_SWEEP_MAX = 200

/** The account at the provider is shared: one vendor must not fill it. */
export const TEMPLATES_PER_VENDOR_MAX = 250
export const MEDIA_IMAGE_BYTES_MAX = 5 * 1024 * 1024
/** The provider takes documents of 100 MB; nobody waits for those in a chat. */
export const MEDIA_FILE_BYTES_MAX = 16 * 1024 * 1024
/** A file that no template shows. */
export const MEDIA_UNUSED_DAYS = 7

/** What a message of text holds at the provider. */
export const MESSAGE_TEXT_CHARS_MAX = 4_096
/** How long after a person has written one may answer freely. */
export const CONVERSATION_WINDOW_HOURS = 24
/** A message without a reference belongs to whoever wrote last, if that is not longer ago. */
export const ROUTE_HOURS = 24
/** How long it is known who wrote to a number. */
export const ROUTE_KEPT_DAYS = 30

export const QUOTATION_TTL_HOURS = 24
export const TEMPLATE_VARIABLES_MAX = 200
/** A value longer than the longest part of a message fits nowhere. */
export const VARIABLE_VALUE_CHARS_MAX = 1_024
/** Answers to customers that cost a vendor nothing, each calendar month in UTC. */
export const SERVICE_FREE_PER_MONTH = 1_000
/** Settled by one transaction, which holds the vendor's wallet meanwhile. */
export const STATUSES_PER_TRANSACTION_MAX = 500
/** A callback that nobody can place waits so long for its message. */
export const PARKED_DAYS = 7
/** A message outside campaigns of which nothing was heard. */
export const SINGLE_TIMEOUT_HOURS = 24

export const CAMPAIGN_NAME_CHARS_MAX = 200
export const CAMPAIGN_SCHEDULE_MINUTES_MIN = 5
export const CAMPAIGN_SCHEDULE_DAYS_MAX = 90
/** Messages that one transaction of a campaign's expansion writes, about. */
export const EXPANSION_CHUNK_ROWS = 5_000
/** How often a campaign that was refused at its time is tried again when no money has moved. */
export const UNLAUNCHED_RETRY_SECONDS = 60

export const SUPPORT_SUBJECT_CHARS_MAX = 150
export const SUPPORT_MESSAGE_CHARS_MAX = 5_000
export const AUTO_REPLIES_PER_VENDOR_MAX = 100
export const KEYWORD_CHARS_MAX = 100
/** Two machines that answer each other must come to an end: one rule answers a person this often … */
export const AUTO_REPLY_PAUSE_SECONDS = 60
/** … and all rules together this often. */
export const AUTO_REPLIES_PER_CONTACT_HOUR_MAX = 20
/** What nobody can be given, and numbers in tests. */
export const UNASSIGNED_KEPT_DAYS = 30
/** Billing of a campaign closes at the latest a day after its end: a minute before, so that the close itself is in time. */
export const BILLING_CLOSE_MINUTES_MAX = 24 * 60 - 1
/** Read at once by the sweep over campaigns. */
export const CAMPAIGNS_PER_SWEEP_PAGE = 500
/** A campaign that the provider stopped for its template is not tried again at once: our news of the template may lag. */
export const TEMPLATE_DOUBT_SECONDS = 300

export const DASHBOARD_DAYS_DEFAULT = 30
export const DASHBOARD_DAYS_MAX = 366
