import { providerError, retrySeconds, SEND_TRIES_MAX } from './provider-errors.ts'

/** What is known after a call. */
export type Answer =
  | { kind: 'accepted'; wamid: string }
  | { kind: 'refused'; code: number; waitSeconds?: number | undefined }
  | { kind: 'not-sent' }
  | { kind: 'unknown' }

/** What becomes of the message. */
export type Verdict =
  | { status: 'SENT'; wamid: string }
  | { status: 'UNKNOWN' }
  | { status: 'QUEUED'; retryCount: number; waitSeconds: number; errorCode: string | null }
  | { status: 'FAILED'; errorCode: string }

const UNREACHABLE_WAIT_SECONDS = 5

/**
 * Only what surely was not sent is sent again. A refusal uses up a try; a connection that never came about, and an
 * account that nobody may send with, do not: the message is not to blame.
 */
export function judge(answer: Answer, retryCount: number, chance: number): Verdict {
  switch (answer.kind) {
    case 'accepted':
      return { status: 'SENT', wamid: answer.wamid }
    case 'unknown':
      return { status: 'UNKNOWN' }
    case 'not-sent':
      return { status: 'QUEUED', retryCount, waitSeconds: UNREACHABLE_WAIT_SECONDS, errorCode: null }
    case 'refused':
      return judgeRefusal(answer.code, answer.waitSeconds ?? 0, retryCount, chance)
  }
}

function judgeRefusal(code: number, askedSeconds: number, retryCount: number, chance: number): Verdict {
  const errorCode = String(code)
  switch (providerError(code).class) {
    case 'STOP_ALL':
      return { status: 'QUEUED', retryCount, waitSeconds: 0, errorCode }
    case 'RETRY':
    case 'SLOW_DOWN': {
      const tries = retryCount + 1
      if (tries >= SEND_TRIES_MAX) return { status: 'FAILED', errorCode }
      const waitSeconds = Math.max(askedSeconds, retrySeconds(code, tries, chance))
      return { status: 'QUEUED', retryCount: tries, waitSeconds, errorCode }
    }
    case 'PERMANENT':
    case 'OPTED_OUT':
    case 'PAUSE_CAMPAIGN':
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
  const slow = refusals.filter(({ code }) => providerError(code).class === 'SLOW_DOWN')
  const isUnreachable = answers.some(({ kind }) => kind === 'not-sent')
  return {
    stopCode: refusals.find(({ code }) => providerError(code).class === 'STOP_ALL')?.code,
    slowSeconds: Math.max(
      0,
      ...slow.map(({ code, waitSeconds }) => Math.max(waitSeconds ?? 0, providerError(code).waitSeconds ?? 0)),
      isUnreachable ? UNREACHABLE_WAIT_SECONDS : 0,
    ),
    isUnreachable,
  }
}
