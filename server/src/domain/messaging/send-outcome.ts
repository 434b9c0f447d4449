import { providerError, retrySeconds, SEND_TRIES_MAX } from './provider-errors.ts'

/** What is known after a call. */
export type Answer =
  | { kind: 'accepted'; wamid: string }
  | { kind: 'refused'; code: number; waitSeconds?: number | undefined }
  | { kind: 'not-sent' }
  | { kind: 'unknown' }

/** What becomes of the message. */
export type SendOutcomeDecision =
  | { status: 'SENT'; wamid: string }
  | { status: 'UNKNOWN' }
  | { status: 'QUEUED'; retryCount: number; waitSeconds: number; errorCode: string | null }
  | { status: 'FAILED'; errorCode: string }

const UNREACHABLE_WAIT_SECONDS = 5

/** What decides beside the answer. */
export interface Tried {
  retryCount: number
  /** Outside campaigns: there is nothing that could be paused until it may be sent. */
  isSingle: boolean
}

/**
 * Only what surely was not sent is sent again. A refusal uses up a try; a connection that never came about, and an
 * account, a number or a template that nobody may send with, do not: the message is not to blame.
 */
export function decideSendOutcome(answer: Answer, tried: Tried, chance: number): SendOutcomeDecision {
  switch (answer.kind) {
    case 'accepted':
      return { status: 'SENT', wamid: answer.wamid }
    case 'unknown':
      return { status: 'UNKNOWN' }
    case 'not-sent':
      return { status: 'QUEUED', retryCount: tried.retryCount, waitSeconds: UNREACHABLE_WAIT_SECONDS, errorCode: null }
    case 'refused':
      return judgeRefusal(answer.code, answer.waitSeconds ?? 0, tried, chance)
  }
}

function judgeRefusal(
  code: number,
  askedSeconds: number,
  { retryCount, isSingle }: Tried,
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
      const waitSeconds = Math.max(askedSeconds, retrySeconds(code, tries, chance))
      return { status: 'QUEUED', retryCount: tries, waitSeconds, errorCode }
    }
    case 'FAIL':
    case 'OPT_OUT':
      return { status: 'FAILED', errorCode }
  }
}

/** What the answers of one batch mean for everybody else. */
export interface Alarm {
  /** Nobody sends until an operator says so. */
  stopCode: number | undefined
  /** Everybody is slower for so long. */
  slowSeconds: number
  /** The provider could not be reached. */
  isUnreachable: boolean
}

export function alarmOf(answers: readonly Answer[]): Alarm {
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
