/**
 * Every refusal the API can give: its stable code, its status and its title. One table, so that the same thing never
 * has two names and the documentation can list them all.
 */
export const ERRORS = {
  VALIDATION_FAILED: [400, 'The request is not valid'],
  MALFORMED_JSON: [400, 'The body is not valid JSON'],
  IDEMPOTENCY_KEY_REQUIRED: [400, 'This request needs an Idempotency-Key header'],
  FILE_REQUIRED: [400, 'A file is needed'],
  EMPTY_FILE: [400, 'The file is empty'],
  OTP_INVALID: [400, 'The code is not right'],
  OTP_EXPIRED: [400, 'The code has expired'],
  PASSWORD_REQUIRED: [400, 'The password chosen at registration is needed'],
  INVITATION_INVALID: [400, 'The invitation is not valid any more'],
  PAYMENT_SIGNATURE_INVALID: [400, 'The signature is missing or wrong'],
  SIGNATURE_INVALID: [401, 'The signature is missing or wrong'],
  UNAUTHENTICATED: [401, 'Sign-in is needed'],
  INVALID_CREDENTIALS: [401, 'Email or password is wrong'],
  REFRESH_TOKEN_INVALID: [401, 'The session has ended'],
  INSUFFICIENT_BALANCE: [402, 'The wallet balance is insufficient'],
  FORBIDDEN: [403, 'Not allowed'],
  VENDOR_CLOSED: [403, 'The account is closed'],
  SUBSCRIPTION_REQUIRED: [403, 'A subscription is needed'],
  SUBSCRIPTION_FROZEN: [403, 'The subscription is frozen'],
  EMAIL_NOT_VERIFIED: [403, 'The email address is not verified yet'],
  SAME_OPERATOR: [403, 'Another operator has to do this'],
  ORIGIN_NOT_ALLOWED: [403, 'This origin is not allowed'],
  NOT_FOUND: [404, 'Not found'],
  INVALID_STATE: [409, 'Not possible in the current state'],
  DUPLICATE_FILE: [409, 'This file has been imported already'],
  LAST_ADMIN: [409, 'The last administrator cannot be removed'],
  ALREADY_A_MEMBER: [409, 'Already a member of the team'],
  EMAIL_TAKEN: [409, 'This email address already has an account'],
  CONTACT_EXISTS: [409, 'A contact with this number exists already'],
  ALREADY_EXISTS: [409, 'This exists already'],
  OPTED_OUT: [409, 'This person does not want to be written to'],
  WINDOW_CLOSED: [409, 'The time for a free answer has passed'],
  CONVERSATION_CAP_REACHED: [409, 'The monthly conversation cap would be passed'],
  ALREADY_SUBSCRIBED: [409, 'There is a subscription already'],
  QUOTATION_EXPIRED: [409, 'The quotation has expired'],
  QUOTATION_STALE: [409, 'The quotation does not fit any more'],
  PDF_NOT_READY: [409, 'The PDF is not ready yet'],
  REFUND_OPEN: [409, 'A refund request is open already'],
  REFUND_PENDING: [409, 'A refund of the plan is pending'],
  NO_LONGER_REFUNDABLE: [409, 'This can no longer be refunded'],
  NOT_REPLAYABLE: [409, 'This cannot be replayed'],
  LIMIT_REACHED: [409, 'A limit of the account is reached'],
  CURRENCY_FIXED: [409, 'The currency can no longer be changed'],
  IDEMPOTENCY_IN_FLIGHT: [409, 'The first request with this key is still running'],
  REPORT_GONE: [410, 'The report has been deleted'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large'],
  FILE_TOO_LARGE: [413, 'The file is too large'],
  UNSUPPORTED_FILE_TYPE: [415, 'This kind of file is not accepted'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type is not supported'],
  INVITATION_LIMIT: [422, 'Too many invitations today'],
  FULL_REPLACE_NOT_CONFIRMED: [422, 'FULL_REPLACE must be confirmed'],
  SCHEDULE_OUT_OF_REACH: [422, 'The time is too near or too far ahead'],
  NOBODY_TO_RETRY: [422, 'There is nobody to try again'],
  PHONE_COLUMN_REQUIRED: [422, 'No column holds phone numbers'],
  TEMPLATE_NOT_APPROVED: [422, 'The template is not approved'],
  LIST_EMPTY: [422, 'There is nobody to write to'],
  VARIABLES_REQUIRED: [422, 'The variables of the template are needed'],
  VARIABLES_UNKNOWN: [422, 'The template has no such variables'],
  QUOTATION_MISMATCH: [422, 'The quotation is for something else'],
  PRICING_NOT_FOUND: [422, 'There is no price for this category and country'],
  GATEWAY_REFUSED: [422, 'The payment gateway refused this'],
  PAYMENT_NOT_CONFIRMED: [422, 'The payment is not confirmed'],
  REFUND_WINDOW_CLOSED: [422, 'The time for a refund has passed'],
  NOT_REFUNDABLE: [422, 'This cannot be refunded'],
  REFUND_ALREADY_USED: [422, 'The first-month refund has been used already'],
  CURRENCY_MISMATCH: [422, 'The currencies differ'],
  NOT_CORRECTABLE: [422, 'This transaction cannot be corrected'],
  BALANCE_TOO_LARGE: [422, 'The wallet cannot hold this much'],
  TEMPLATE_INVALID: [422, 'The template breaks a rule of the provider'],
  TEMPLATE_REFUSED: [422, 'The provider refused the template'],
  FILE_REFUSED: [422, 'The file was not accepted'],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was used for another request'],
  UPGRADE_REQUIRED: [426, 'This is a WebSocket'],
  TOO_MANY_REQUESTS: [429, 'Too many requests'],
  INTERNAL_ERROR: [500, 'An error of ours'],
  GATEWAY_UNAVAILABLE: [503, 'The payment gateway does not answer right now'],
  RATE_UNAVAILABLE: [503, 'No current exchange rate is available'],
  SERVICE_UNAVAILABLE: [503, 'Not available right now'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ErrorCode = keyof typeof ERRORS

type Member = string | number | boolean | null

export interface ErrorDetails {
  /** One sentence for a person; the title when not given. Never a value the client sent. */
  detail?: string
  errors?: { path: string; message: string }[]
  retryAfterSeconds?: number
  /** Members that the code's documentation names, such as `currentStatus`. */
  members?: Record<string, Member | readonly Record<string, Member>[]>
  /** For the log, never for the answer. */
  cause?: unknown
}

/** A rule of the product said no. Thrown anywhere, translated to HTTP once, in platform/http/problem.ts. */
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
