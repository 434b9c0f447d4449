/**
 * Every error of the API with its stable code, status and title. A single table, so that nothing has two names and the
 * documentation can list all of them.
 */
export const ERRORS = {
  VALIDATION_FAILED: [400, 'The request is not valid'],
  MALFORMED_JSON: [400, 'The body is not valid JSON'],
  IDEMPOTENCY_KEY_REQUIRED: [400, 'This request needs an Idempotency-Key header'],
  FILE_REQUIRED: [400, 'A file is required'],
  EMPTY_FILE: [400, 'The file is empty'],
  OTP_INVALID: [400, 'The code is incorrect'],
  OTP_EXPIRED: [400, 'The code has expired'],
  PASSWORD_REQUIRED: [400, 'The password chosen at registration is required'],
  RECOVERY_CODE_INVALID: [400, 'The recovery code is incorrect'],
  PASSKEY_INVALID: [400, 'The passkey was not accepted'],
  INVITATION_INVALID: [400, 'The invitation is no longer valid'],
  PAYMENT_SIGNATURE_INVALID: [400, 'The signature is missing or invalid'],
  SIGNATURE_INVALID: [401, 'The signature is missing or invalid'],
  UNAUTHENTICATED: [401, 'Sign-in is required'],
  INVALID_CREDENTIALS: [401, 'The email address or password is incorrect'],
  API_KEY_EXPIRED: [401, 'The API key has expired'],
  REFRESH_TOKEN_INVALID: [401, 'The session has ended'],
  INSUFFICIENT_BALANCE: [402, 'The wallet balance is insufficient'],
  FORBIDDEN: [403, 'Permission denied'],
  SCOPE_MISSING: [403, 'The API key does not have the required scope'],
  ADDRESS_NOT_ALLOWED: [403, 'The API key cannot be used from this address'],
  VENDOR_CLOSED: [403, 'The account is closed'],
  MFA_REQUIRED: [403, 'Two-factor authentication is required'],
  PASSWORD_CONFIRMATION_REQUIRED: [403, 'The password has to be confirmed'],
  SUBSCRIPTION_REQUIRED: [403, 'A subscription is required'],
  SUBSCRIPTION_FROZEN: [403, 'The subscription is frozen'],
  EMAIL_NOT_VERIFIED: [403, 'The email address has not been verified'],
  VENDOR_SUSPENDED: [403, 'The account is suspended'],
  OPERATOR_ROLE_REQUIRED: [403, 'Your role does not allow this'],
  SAME_OPERATOR: [403, 'Another operator is required'],
  ORIGIN_NOT_ALLOWED: [403, 'This origin is not allowed'],
  NOT_FOUND: [404, 'Not found'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  INVALID_STATE: [409, 'Not possible in the current state'],
  PLAN_CHANGED: [409, 'The result of the import has changed'],
  DUPLICATE_FILE: [409, 'This file has already been imported'],
  LAST_ADMIN: [409, 'The last administrator cannot be removed'],
  LAST_OWNER: [409, 'The last owner cannot be removed, disabled or demoted'],
  ALREADY_A_MEMBER: [409, 'Already a member of the team'],
  EMAIL_TAKEN: [409, 'This email address already has an account'],
  CONTACT_EXISTS: [409, 'A contact with this number already exists'],
  ALREADY_EXISTS: [409, 'Already exists'],
  OPTED_OUT: [409, 'This contact has opted out'],
  WINDOW_CLOSED: [409, 'The 24-hour reply window is closed'],
  CONVERSATION_CAP_REACHED: [409, 'The monthly conversation cap would be exceeded'],
  ALREADY_SUBSCRIBED: [409, 'There is already a subscription'],
  QUOTATION_EXPIRED: [409, 'The quotation has expired'],
  QUOTATION_STALE: [409, 'The quotation is out of date'],
  PDF_NOT_READY: [409, 'The PDF is not ready yet'],
  REFUND_OPEN: [409, 'There is already an open refund request'],
  REFUND_PENDING: [409, 'A refund of the plan is pending'],
  NO_LONGER_REFUNDABLE: [409, 'This can no longer be refunded'],
  EXPORT_IN_PROGRESS: [409, 'An export is already in progress'],
  NOT_REPLAYABLE: [409, 'This cannot be replayed'],
  LIMIT_REACHED: [409, 'An account limit has been reached'],
  CURRENCY_FIXED: [409, 'The currency can no longer be changed'],
  IDEMPOTENCY_IN_FLIGHT: [409, 'The first request with this Idempotency-Key is still in progress'],
  REPORT_GONE: [410, 'The report has been deleted'],
  EXPORT_EXPIRED: [410, 'The export has expired'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large'],
  FILE_TOO_LARGE: [413, 'The file is too large'],
  UNSUPPORTED_FILE_TYPE: [415, 'This file type is not supported'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type is not supported'],
  EXPECTATION_FAILED: [417, 'The Expect header is not supported'],
  INVITATION_LIMIT: [422, 'Too many invitations today'],
  TEST_LIMIT: [422, 'Too many test messages today'],
  MEDIA_LIMIT: [422, 'Too many unused files'],
  FULL_REPLACE_NOT_CONFIRMED: [422, 'FULL_REPLACE must be confirmed'],
  SCHEDULE_OUT_OF_REACH: [422, 'The scheduled time is too soon or too far ahead'],
  NOBODY_TO_RETRY: [422, 'There are no recipients to retry'],
  PHONE_COLUMN_REQUIRED: [422, 'No column is mapped to phone numbers'],
  TEMPLATE_NOT_APPROVED: [422, 'The template is not approved'],
  LIST_EMPTY: [422, 'There are no recipients'],
  VARIABLES_REQUIRED: [422, 'Template variables are missing'],
  VARIABLES_UNKNOWN: [422, 'Unknown template variables'],
  QUOTATION_MISMATCH: [422, 'The quotation does not match the campaign'],
  PRICING_NOT_FOUND: [422, 'There is no price for this category and country'],
  GATEWAY_REFUSED: [422, 'The payment gateway rejected the request'],
  PAYMENT_NOT_CONFIRMED: [422, 'The payment has not been confirmed'],
  REFUND_WINDOW_CLOSED: [422, 'The refund period has passed'],
  NOT_REFUNDABLE: [422, 'This cannot be refunded'],
  REFUND_ALREADY_USED: [422, 'The first-month refund has already been used'],
  CURRENCY_MISMATCH: [422, 'The currencies do not match'],
  NOT_CORRECTABLE: [422, 'This transaction cannot be corrected'],
  BALANCE_TOO_LARGE: [422, 'The wallet limit would be exceeded'],
  TEMPLATE_INVALID: [422, 'The template breaks a provider rule'],
  TEMPLATE_REFUSED: [422, 'The provider rejected the template'],
  FILE_REFUSED: [422, 'The file was not accepted'],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was used for another request'],
  UPGRADE_REQUIRED: [426, 'A WebSocket connection is required'],
  TOO_MANY_REQUESTS: [429, 'Too many requests'],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large'],
  INTERNAL_ERROR: [500, 'Internal server error'],
  GATEWAY_UNAVAILABLE: [503, 'The payment gateway is not responding'],
  RATE_UNAVAILABLE: [503, 'No current exchange rate is available'],
  SERVICE_UNAVAILABLE: [503, 'Temporarily unavailable'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ErrorCode = keyof typeof ERRORS

type Member = string | number | boolean | null

interface ErrorDetails {
  /** One sentence for a person. The default is the title. Never contains a value that the client sent. */
  detail?: string
  errors?: { path: string; message: string }[]
  retryAfterSeconds?: number
  /** Extra members that the documentation of the code names, such as `currentStatus`. */
  members?: Record<string, Member | readonly Record<string, Member>[]>
  /** For the log, never part of the answer. */
  cause?: unknown
}

/** A refusal by a rule of the product. Thrown anywhere; platform/http/errors/problem.ts turns it into an HTTP answer. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(`${code}: ${details.detail ?? ERRORS[code][1]}`, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

export const notFound = () => new AppError('NOT_FOUND')

/** One member of a body, form or query that breaks a rule. The message continues a sentence that begins with the path. */
export const invalidField = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { detail: `${path}: ${message}`, errors: [{ path, message }] })
