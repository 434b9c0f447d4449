import type { DeadLetter, MoneyEvent } from './events.ts'
import { find, type Model, type Payment, type RefundRequest } from './model.ts'

/** An event about money that could not be placed. When a replay changes nothing, its letter is open again. */
export function flag(model: Model, event: MoneyEvent, reason: string | null) {
  if (event.letter) Object.assign(event.letter, { state: 'OPEN', reason })
  else model.deadLetters.push({ kind: 'WEBHOOK', about: event.payment, event, reason, state: 'OPEN' })
}

/** What became of the payment is decided: none of its letters needs a replay. */
export function closeLetters(model: Model, { name }: Payment) {
  for (const letter of model.deadLetters)
    if (letter.kind === 'WEBHOOK' && letter.about === name && letter.state === 'OPEN') letter.state = 'CLOSED'
}

const MINUTE = 60_000
const FIRST_BACKOFF = 2_000
const TRIES_AT_ONCE = 5
const DEFERRALS = [1, 5, 15, 60, 240]
const TRIES = TRIES_AT_ONCE * (DEFERRALS.length + 1)

/** Steps of the clock in which a job is tried until it is given up: five times at once, and again after each pause. */
export const UNTIL_GIVEN_UP = [0, 31, 31, 31, 61, 241].flatMap((minutes) => [
  minutes * MINUTE,
  2_000,
  4_000,
  8_000,
  16_000,
])

/** The gateway did not answer: the job is tried again, ever later, and becomes a dead letter in the end. */
export function failJob(model: Model, request: RefundRequest) {
  request.failures++
  const { failures } = request
  if (failures < TRIES) {
    const pause = DEFERRALS[failures / TRIES_AT_ONCE - 1]
    const backoff = FIRST_BACKOFF * 2 ** ((failures % TRIES_AT_ONCE) - 1)
    request.jobDue = model.now + (pause === undefined ? backoff : pause * MINUTE)
    return
  }
  request.failures = 0
  if (request.letter) request.letter.state = 'OPEN'
  else {
    request.letter = { kind: 'JOB', about: request.name, state: 'OPEN' }
    model.deadLetters.push(request.letter)
  }
}

/** Puts the work where it came from; it takes effect when that is handled. */
export function replay(model: Model, letter: DeadLetter) {
  letter.state = 'REPLAYED'
  if (letter.kind === 'WEBHOOK') {
    model.intake.push(Object.assign(letter.event, { letter }))
    return
  }
  const request = find(model.requests, letter.about)
  Object.assign(request, { letter, jobDue: model.now })
}
