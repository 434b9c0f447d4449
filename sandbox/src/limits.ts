/** Everything the sandbox keeps or waits for has an end, named here with its unit. */

export const MAILS_MAX = 10_000
/** Ten thousand large mails would not fit in memory, so the text they hold together is bounded too. */
export const MAIL_CHARACTERS_TOTAL_MAX = 64_000_000
export const MAIL_BYTES_MAX = 10 * 1024 * 1024
export const MAIL_RECIPIENTS_MAX = 1_000
export const SMTP_CLIENTS_MAX = 200
export const INBOX_ROWS_PER_PAGE = 50
export const PAYMENT_ROWS_PER_PAGE = 50

/** 200,000 rows hold the largest campaign that a test launches, with room to spare. */
export const TRUTH_LOG_ROWS_MAX = 200_000

export const REQUEST_BODY_BYTES_MAX = 1024 * 1024
export const CONTROL_BODY_BYTES_MAX = 64 * 1024

export const CLOCK_ADVANCE_SECONDS_MAX = 10 * 366 * 86_400
/** Moves add up; a century keeps every date that follows from them printable. */
export const CLOCK_OFFSET_SECONDS_MAX = 36_500 * 86_400

/** The product answers a clock move only when all of its processes have the new time. */
export const PRODUCT_CALL_TIMEOUT_MS = 15_000

export const SMTP_CLOSE_TIMEOUT_MS = 300
export const SHUTDOWN_TIMEOUT_MS = 1_800

/** Of each kind of thing that the payment gateway keeps. */
export const GATEWAY_ROWS_MAX = 50_000
/** What the real gateway gives an endpoint before it counts the delivery as failed. */
export const WEBHOOK_TIMEOUT_MS = 5_000
/** The first pause; each one after it is twice as long. Real time, so that a test need not wait for hours. */
export const WEBHOOK_RETRY_MS = 200
export const WEBHOOK_RETRY_MS_MAX = 5_000
export const WEBHOOK_ATTEMPTS_MAX = 300
export const WEBHOOK_LIFETIME_SECONDS = 86_400
export const WEBHOOK_ANSWERS_KEPT_MAX = 20

/** The provider tells up to a thousand statuses in one callback. */
export const CALLBACK_STATUSES_MAX = 1_000
export const CALLBACK_FLUSH_MS = 50
export const CALLBACK_ATTEMPTS_MAX = 100
/** For so long after somebody wrote, we may answer without a template. */
export const CUSTOMER_WINDOW_SECONDS = 86_400
/** Templates are reviewed in about a second. */
export const TEMPLATE_REVIEW_MS = 1_000
export const TEMPLATES_MAX = 6_000
export const MEDIA_BYTES_MAX = 101 * 1024 * 1024
