/** The limits of everything the sandbox stores or waits for, named with their units. */

export const MAILS_MAX = 10_000
/** Ten thousand large emails would not fit in memory, so their total text is limited too. */
export const MAIL_CHARACTERS_TOTAL_MAX = 64_000_000
export const MAIL_BYTES_MAX = 10 * 1024 * 1024
export const MAIL_RECIPIENTS_MAX = 1_000
export const SMTP_CLIENTS_MAX = 200
export const INBOX_ROWS_PER_PAGE = 50
export const PAYMENT_ROWS_PER_PAGE = 50

/** 200,000 rows hold the largest campaign that a test launches, with room to spare. */
export const MESSAGE_LOG_ROWS_MAX = 200_000

export const REQUEST_BODY_BYTES_MAX = 1024 * 1024
export const CONTROL_BODY_BYTES_MAX = 64 * 1024

export const CLOCK_ADVANCE_SECONDS_MAX = 10 * 366 * 86_400
/** Advances add up; with at most a century every resulting date stays valid. */
export const CLOCK_OFFSET_SECONDS_MAX = 36_500 * 86_400

/** The product responds to a clock advance only when all of its processes use the new time. */
export const PRODUCT_CALL_TIMEOUT_MS = 15_000

export const SMTP_CLOSE_TIMEOUT_MS = 300
export const SHUTDOWN_TIMEOUT_MS = 1_800

/** Per record type of the payment gateway. */
export const GATEWAY_RECORDS_MAX = 50_000
/** How long the real gateway waits for a response before it counts the delivery as failed. */
export const WEBHOOK_TIMEOUT_MS = 5_000
/** The first retry delay; it doubles with each attempt. In real time, so that tests need not wait for hours. */
export const WEBHOOK_RETRY_MS = 200
export const WEBHOOK_RETRY_MS_MAX = 5_000
export const WEBHOOK_ATTEMPTS_MAX = 300
export const WEBHOOK_LIFETIME_SECONDS = 86_400
export const WEBHOOK_STATUSES_LOGGED_MAX = 20

/** The provider sends up to a thousand statuses in one callback. */
export const CALLBACK_STATUSES_MAX = 1_000
export const CALLBACK_FLUSH_MS = 50
export const CALLBACK_ATTEMPTS_MAX = 100
/** How long after an inbound message a reply without a template is allowed. */
export const CUSTOMER_WINDOW_SECONDS = 86_400
/** Templates are reviewed in about a second. */
export const TEMPLATE_REVIEW_MS = 1_000
export const TEMPLATES_MAX = 6_000
export const MEDIA_BYTES_MAX = 101 * 1024 * 1024
