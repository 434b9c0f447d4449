/** The statuses of a campaign. Status updates may still arrive once it is COMPLETED; its billing closes later. */
export const CAMPAIGN_STATUSES = ['SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

const CAMPAIGN_TRANSITIONS: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  SCHEDULED: ['RUNNING', 'PAUSED', 'CANCELLED'],
  RUNNING: ['PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED'],
  /** To SCHEDULED only before its launch, when its time has not come. */
  PAUSED: ['SCHEDULED', 'RUNNING', 'CANCELLED', 'FAILED'],
  COMPLETED: [],
  CANCELLED: [],
  FAILED: [],
}

/** Why a campaign pauses: a user, an operator, the wallet, the plan, the provider or its own failures. */
export const PAUSE_REASONS = [
  'BY_VENDOR',
  'VENDOR_SUSPENDED',
  'INSUFFICIENT_BALANCE',
  'CONVERSATION_CAP_REACHED',
  'SUBSCRIPTION_FROZEN',
  'SUBSCRIPTION_REQUIRED',
  'FAILURE_RATE',
  'CATEGORY_CHANGED',
  'TEMPLATE_NOT_APPROVED',
  'PROVIDER_LIMIT',
  'PRICING_NOT_FOUND',
  'RATE_UNAVAILABLE',
  'LIST_EMPTY',
] as const
/** The reasons after which a campaign starts or resumes by itself once they are gone. */
export const PASSING_PAUSE_REASONS = [
  'INSUFFICIENT_BALANCE',
  'CONVERSATION_CAP_REACHED',
  'SUBSCRIPTION_FROZEN',
  'SUBSCRIPTION_REQUIRED',
  'TEMPLATE_NOT_APPROVED',
  'PRICING_NOT_FOUND',
  'RATE_UNAVAILABLE',
] as const satisfies readonly (typeof PAUSE_REASONS)[number][]
export type PauseReason = (typeof PAUSE_REASONS)[number]
export const isPauseReason = (word: string): word is PauseReason => PAUSE_REASONS.some((reason) => reason === word)

export const canTransition = (from: CampaignStatus, to: CampaignStatus) => CAMPAIGN_TRANSITIONS[from].includes(to)
/** The statuses from which a campaign may move to this one. */
export const sourcesOf = (to: CampaignStatus) => CAMPAIGN_STATUSES.filter((from) => canTransition(from, to))

/** Whether enough messages have an outcome, accepted or refused, to decide, and too many of them have failed. */
export const failsTooOften = (
  outcomes: number,
  failed: number,
  limits: { outcomesMin: number; failedPercentMax: number },
) => outcomes >= limits.outcomesMin && failed * 100 > outcomes * limits.failedPercentMax
