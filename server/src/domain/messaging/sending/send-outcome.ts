import { providerError, retrySeconds, SEND_TRIES_MAX } from '../provider-errors.ts'

/** The result of a call to the provider. */
type Answer =
  | { kind: 'accepted'; wamid: string }
  | { kind: 'refused'; code: number; waitSeconds?: number | undefined }
  | { kind: 'not-sent' }
  | { kind: 'unknown' }

/** What happens to the message. */
export type SendOutcomeDecision =
  | { status: 'SENT'; wamid: string }
  | { status: 'UNKNOWN' }
  | { status: 'QUEUED'; retryCount: number; waitSeconds: number; errorCode: string | null }
  | { status: 'FAILED'; errorCode: string }

const UNREACHABLE_WAIT_SECONDS = 5

/** The circumstances besides the answer. */
interface AttemptContext {
  retryCount: number
  /** Outside campaigns: there is no campaign that could be paused. */
  isSingle: boolean
}

/**
 * Only a message that certainly was not sent is sent again. A refusal counts as an attempt; a failed connection, and an
 * unusable account, number or template, do not, because they are not caused by the message.
 */
export function decideSendOutcome(answer: Answer, tried: AttemptContext, chance: number): SendOutcomeDecision {
  switch (answer.kind) {
    case 'accepted':
      return { status: 'SENT', wamid: answer.wamid }
    case 'unknown':
      return { status: 'UNKNOWN' }
    case 'not-sent':
      return { status: 'QUEUED', retryCount: tried.retryCount, waitSeconds: UNREACHABLE_WAIT_SECONDS, errorCode: null }
    case 'refused':
      return decideRefusal(answer.code, answer.waitSeconds ?? 0, tried, chance)
  }
}

function decideRefusal(
  code: number,
  requestedSeconds: number,
  { retryCount, isSingle }: AttemptContext,
  chance: number,
): SendOutcomeDecision {
  const errorCode = String(code)
  switch (providerError(code).action) {
    case 'PAUSE_TEMPLATE':
    case 'PAUSE_CAMPAIGN':
      if (isSingle) return { status: 'FAILED', errorCode }
      return { status: 'QUEUED', retryCount, waitSeconds: 0, errorCode }
    case 'STOP_ALL':
      return { status: 'QUEUED', retryCount, waitSeconds: 0, errorCode }
    case 'RETRY':
    case 'SLOW_DOWN': {
      const tries = retryCount + 1
      if (tries >= SEND_TRIES_MAX) return { status: 'FAILED', errorCode }
      const waitSeconds = Math.max(requestedSeconds, retrySeconds(code, tries, chance))
      return { status: 'QUEUED', retryCount: tries, waitSeconds, errorCode }
    }
    case 'FAIL':
    case 'OPT_OUT':
      return { status: 'FAILED', errorCode }
  }
}

/** What the answers of one batch mean for all other sending. */
interface GlobalEffects {
  /** All sending stops until an operator resumes it. */
  stopCode: number | undefined
  /** All sending slows down for this long. */
  slowSeconds: number
  /** The provider could not be reached. */
  isUnreachable: boolean
}

export function globalEffectsOf(answers: readonly Answer[]): GlobalEffects {
  const refusals = answers.filter((answer) => answer.kind === 'refused')
  const slow = refusals.filter(({ code }) => providerError(code).action === 'SLOW_DOWN')
  const isUnreachable = answers.some(({ kind }) => kind === 'not-sent')
  return {
    stopCode: refusals.find(({ code }) => providerError(code).action === 'STOP_ALL')?.code,
    slowSeconds: Math.max(
      0,
      ...slow.map(({ code, waitSeconds }) => Math.max(waitSeconds ?? 0, providerError(code).waitSeconds ?? 0)),
      isUnreachable ? UNREACHABLE_WAIT_SECONDS : 0,
    ),
    isUnreachable,
  }
}
