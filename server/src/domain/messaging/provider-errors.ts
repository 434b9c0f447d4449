import type { PauseReason } from './campaign.ts'

/** What an error of the provider concerns. */
export type ErrorClass =
  /** The account or the sending number: every message of every vendor would fail. */
  | 'ACCOUNT'
  /** One template: every recipient of its campaigns would fail. */
  | 'TEMPLATE'
  /** This recipient. */
  | 'RECIPIENT'
  /** The content of this message. */
  | 'MESSAGE'
  /** A limit on how fast or how much we send. */
  | 'RATE_LIMIT'
  /** A failure inside the provider. */
  | 'PROVIDER'

/** What is done about an error. */
type ErrorAction =
  /**
   * All sending stops until an operator resumes it. The message returns to the queue, and the attempt does not count.
   */
  | 'STOP_ALL'
  /**
   * Every running campaign of the template pauses. The message returns to the queue, and the attempt does not count.
   */
  | 'PAUSE_TEMPLATE'
  /** The campaign pauses. The message returns to the queue, and the attempt does not count. */
  | 'PAUSE_CAMPAIGN'
  /** The message is tried again later. */
  | 'RETRY'
  /** The message is tried again later, and all sending slows down. */
  | 'SLOW_DOWN'
  /** The message has failed. */
  | 'FAIL'
  /** The message has failed, and no vendor may write to this number again. */
  | 'OPT_OUT'

interface ProviderError {
  class: ErrorClass
  action: ErrorAction
  /** The sentence shown to vendors and operators. */
  reason: string
  /** The minimum delay in seconds; otherwise the usual backoff applies. */
  waitSeconds?: number
  /**
   * A message that failed with this code may be part of a retry campaign, at the earliest so many seconds after it
   * failed.
   */
  retryFailedAfterSeconds?: number
}

const DAY_SECONDS = 86_400

const account = (reason: string): ProviderError => ({ class: 'ACCOUNT', action: 'STOP_ALL', reason })
const template = (reason: string): ProviderError => ({ class: 'TEMPLATE', action: 'PAUSE_TEMPLATE', reason })
const recipient = (reason: string): ProviderError => ({ class: 'RECIPIENT', action: 'FAIL', reason })
const message = (reason: string): ProviderError => ({ class: 'MESSAGE', action: 'FAIL', reason })
const rateLimit = (waitSeconds: number, reason: string): ProviderError => ({
  class: 'RATE_LIMIT',
  action: 'SLOW_DOWN',
  waitSeconds,
  reason,
})
const provider = (reason: string): ProviderError => ({ class: 'PROVIDER', action: 'RETRY', reason })

const SIGN_IN = 'The platform’s access to the messaging account has expired'
const PERMISSION = 'The platform’s messaging account is missing a permission'
const REGISTRATION = 'The sending number is not registered with the provider'
const NOT_AVAILABLE = 'The provider was unavailable'

/**
 * Every code that the provider documents for sending, and the general ones of its Graph API. HTTP statuses are not
 * reliable: throughput limits arrive as 400, permission errors as 500.
 */
export const PROVIDER_ERRORS: Readonly<Record<number, ProviderError>> = {
  0: account(SIGN_IN),
  1: provider('The provider reported an unknown error'),
  2: provider(NOT_AVAILABLE),
  3: account(PERMISSION),
  4: rateLimit(120, 'The provider’s API rate limit was reached'),
  10: account(PERMISSION),
  17: rateLimit(120, 'The provider’s API rate limit was reached'),
  33: account('The sending number no longer exists at the provider'),
  100: message('The message was invalid'),
  102: account(SIGN_IN),
  190: account(SIGN_IN),
  // 200 to 299 are permissions too.
  ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [200 + i, account(PERMISSION)])),
  341: rateLimit(300, 'The provider’s rate limit for the platform was reached'),
  368: account('The provider blocked the messaging account for a policy violation'),
  80007: rateLimit(300, 'The provider’s account limit was reached'),
  80008: rateLimit(300, 'The provider’s account limit was reached'),
  130429: rateLimit(5, 'The provider’s throughput limit was reached'),
  130472: recipient('The recipient is part of a provider experiment'),
  130497: recipient('The account is not allowed to message this country'),
  131000: provider('The provider had an internal error'),
  131005: account(PERMISSION),
  131008: message('A required part of the message was missing'),
  131009: message('A part of the message was invalid'),
  131016: provider(NOT_AVAILABLE),
  131021: recipient('The recipient is the sending number itself'),
  131026: recipient('The number is not on WhatsApp or cannot receive this message'),
  131030: recipient('The number is not on the test account’s list of allowed recipients'),
  131031: account('The provider locked the messaging account'),
  131037: account('The display name of the sending number is not approved'),
  131042: account('There is a payment problem with the messaging account'),
  131045: account(REGISTRATION),
  131047: recipient('More than 24 hours have passed since the recipient’s last message'),
  131048: {
    class: 'RATE_LIMIT',
    action: 'PAUSE_CAMPAIGN',
    reason: 'The provider restricted the sending number because too many recipients reported spam',
  },
  131049: {
    ...recipient('The recipient has received too many marketing messages recently'),
    retryFailedAfterSeconds: DAY_SECONDS,
  },
  131050: {
    class: 'RECIPIENT',
    action: 'OPT_OUT',
    reason: 'The recipient has opted out of marketing messages',
  },
  131051: message('The provider does not support this message type'),
  131052: message('The media file could not be downloaded'),
  131053: message('The media file could not be uploaded'),
  131055: message('The provider does not accept this message type here'),
  131056: {
    class: 'RECIPIENT',
    action: 'RETRY',
    waitSeconds: 4,
    reason: 'Too many messages to this recipient in a short time',
  },
  131057: rateLimit(20, 'The account was under maintenance at the provider'),
  131064: template('The provider restricted the template because its category is wrong'),
  132000: template('The number of values does not match the template'),
  132001: template('The template does not exist in this language or is not approved'),
  132005: message('The message text is too long with its values filled in'),
  132007: template('The template violates the provider’s policy'),
  132012: message('A value does not match the format of the template'),
  132015: template('The template is paused because of low quality'),
  132016: template('The template is disabled because of low quality'),
  132018: message('A value contains characters that the template does not allow'),
  132068: template('The template’s flow is blocked'),
  132069: template('The template’s flow has reached its limit'),
  133000: account(REGISTRATION),
  133004: provider(NOT_AVAILABLE),
  133005: account(REGISTRATION),
  133006: account(REGISTRATION),
  133008: account(REGISTRATION),
  133009: account(REGISTRATION),
  133010: account(REGISTRATION),
  133015: account(REGISTRATION),
  133016: account(REGISTRATION),
  134011: account('The messaging account has not accepted the provider’s payment terms'),
  134101: template('The provider is still preparing the template'),
  134102: template('The provider cannot use the template right now'),
  135000: message('The provider could not send the message'),
}

/** An unknown code is final for the message, because sending it again could be charged twice. */
export const providerError = (code: number): ProviderError =>
  PROVIDER_ERRORS[code] ?? message(`The provider rejected the message (code ${code})`)

/** Why a campaign pauses on this code; undefined when it does not. */
export function pauseReasonOf(code: number): PauseReason | undefined {
  const { action } = providerError(code)
  if (action === 'PAUSE_TEMPLATE') return 'TEMPLATE_NOT_APPROVED'
  return action === 'PAUSE_CAMPAIGN' ? 'PROVIDER_LIMIT' : undefined
}

export interface RetryRule {
  /** As stored with messages. */
  code: string
  /** The delay after the failure before another attempt makes sense. */
  afterSeconds: number
}

const RETRYABLE_ACTIONS: readonly ErrorAction[] = ['RETRY', 'SLOW_DOWN', 'STOP_ALL', 'PAUSE_TEMPLATE', 'PAUSE_CAMPAIGN']

/**
 * Which failed recipients a retry campaign may include: those whose failure was not caused by the recipient or the
 * message.
 */
export const RETRY_RULES: readonly RetryRule[] = Object.entries(PROVIDER_ERRORS).flatMap(
  ([code, { action, retryFailedAfterSeconds }]) => {
    const afterSeconds = RETRYABLE_ACTIONS.includes(action) ? 0 : retryFailedAfterSeconds
    return afterSeconds === undefined ? [] : [{ code, afterSeconds }]
  },
)

/** Codes that are not the fault of the campaign. */
export const ACCOUNT_CODES: readonly string[] = Object.entries(PROVIDER_ERRORS).flatMap(([code, error]) =>
  error.class === 'ACCOUNT' ? [code] : [],
)

export const SEND_TRIES_MAX = 5
const FIRST_WAIT_SECONDS = 5
const WAIT_SECONDS_MAX = 15 * 60

/** Seconds until attempt `tries + 1`, doubling; `chance` from 0 to 1 adds up to a quarter of jitter. */
export function retrySeconds(code: number, tries: number, chance: number): number {
  const { waitSeconds = 0 } = providerError(code)
  const pair = code === 131056 ? 4 ** tries : 0
  const doubling = FIRST_WAIT_SECONDS * 2 ** (tries - 1)
  return Math.min(WAIT_SECONDS_MAX, Math.max(doubling, waitSeconds, pair) * (1 + chance / 4))
}
