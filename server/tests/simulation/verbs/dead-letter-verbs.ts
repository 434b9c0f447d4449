import { type Args, type Expected, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { replay, UNTIL_GIVEN_UP } from '../model/dead-letters.ts'
import type { DeadLetter } from '../model/events.ts'
import { Missing } from '../model/missing.ts'
import { find, type Model } from '../model/model.ts'
import { abandon } from '../model/refunds.ts'
import { runJobs } from '../model/settle.ts'
import { pass, passIn } from './clock-verbs.ts'

/** A letter is named by what it is about, and which one of several that is. */
const nameOf = (model: Model, letter: DeadLetter) => {
  const { kind, about } = letter
  return { kind, about, which: lettersOf(model, kind, about).indexOf(letter) }
}

const lettersOf = ({ deadLetters }: Model, kind: unknown, about: unknown) =>
  deadLetters.filter((one) => one.kind === kind && one.about === about)

function findLetter(model: Model, { kind, about, which }: Args): DeadLetter {
  const letter = lettersOf(model, kind, about)[Number(which)]
  if (!letter) throw new Missing('there is no such letter')
  return letter
}

/** The newest one of a message, whichever that is of. */
const OF_MESSAGE = { kind: 'MESSAGE' }

function letterId(walker: Walker, { kind, about, which }: Args): string {
  if (kind === 'MESSAGE') return walker.seat.messageLetter ?? ''
  const id = walker.id(String(about))
  const letters = [...walker.seat.letters].filter(([, one]) => one.kind === kind && one.about === id)
  const [found] = letters.sort(([a], [b]) => (a < b ? -1 : 1))[Number(which)] ?? []
  if (found === undefined) throw new Error('there is no such letter')
  return found
}

function ofMessage({ messaging }: Model, otherwise: Expected): Expected {
  if (messaging.letters.open === 0) throw new Missing('no message has failed')
  return otherwise
}

const choose: Verb['choose'] = (model, random) => {
  if (model.messaging.letters.open > 0 && random.chance(0.2)) return OF_MESSAGE
  const letter = sensible(random, model.deadLetters, ({ state }) => state === 'OPEN')
  return letter && (letter.state === 'OPEN' || random.chance(0.3)) ? nameOf(model, letter) : undefined
}

const replayLetter: Verb = {
  name: 'operator replays a dead letter',
  weight: 4,
  followedBy: ['operator refunds an unmatched payment', 'operator credits an unmatched payment', 'change plan'],
  settles: 0.7,
  choose,
  predict(model, args) {
    if (args['kind'] === 'MESSAGE') return ofMessage(model, refusal(409, 'NOT_REPLAYABLE'))
    const letter = findLetter(model, args)
    if (letter.state === 'CLOSED') return refusal(409, 'NOT_REPLAYABLE')
    if (letter.state === 'OPEN') replay(model, letter)
    return ok({ kind: letter.kind, closedAt: null })
  },
  async run(walker, args) {
    const answer = await walker.post(`/admin/dead-letters/${letterId(walker, args)}/replay`, undefined, 'operator')
    walker.replayed()
    return answer
  },
}

const closeLetter: Verb = {
  name: 'operator closes a dead letter',
  weight: 2,
  choose,
  predict(model, args) {
    const { letters } = model.messaging
    if (args['kind'] === 'MESSAGE') {
      const closed = ofMessage(model, ok({ kind: 'MESSAGE' }))
      Object.assign(letters, { open: letters.open - 1, closed: letters.closed + 1 })
      return closed
    }
    const letter = findLetter(model, args)
    if (letter.state === 'REPLAYED') return refusal(409, 'INVALID_STATE')
    const isOpenJob = letter.state === 'OPEN' && letter.kind === 'JOB'
    const refused = isOpenJob ? abandon(model, find(model.requests, letter.about)) : undefined
    if (refused) return refused
    letter.state = 'CLOSED'
    return ok({ kind: letter.kind, replayedAt: null })
  },
  run: (walker, args) =>
    walker.post(`/admin/dead-letters/${letterId(walker, args)}/close`, { reason: 'Dealt with by hand' }, 'operator'),
}

/** The gateway answers no refund of the request, whether or not it makes them, until the job is given up. */
const giveUp: Verb = {
  name: 'a refund is given up',
  weight: 12,
  followedBy: ['operator replays a dead letter', 'operator closes a dead letter', 'operator closes a dead letter'],
  choose(model, random) {
    const request = recent(
      random,
      model.requests.filter(({ jobDue }) => jobDue !== null),
    )
    const wait = Math.max(0, (request?.jobDue ?? 0) - model.now)
    return request && { request: request.name, wait, isMade: random.chance(0.4) }
  },
  predict(model, args) {
    const request = find(model.requests, String(args['request']))
    const wait = Number(args['wait'])
    if (request.jobDue === null || request.jobDue > model.now + wait) throw new Missing('it is not due')
    model.gatewayAway = { request: request.name, isMade: args['isMade'] === true }
    pass(model, wait)
    for (const ms of UNTIL_GIVEN_UP) {
      pass(model, ms)
      for (const vendor of model.shared.vendors) {
        vendor.now = model.now
        runJobs(vendor)
      }
    }
    model.gatewayAway = null
    return ok()
  },
  async run(walker, args) {
    const { gateway } = walker.world.outside
    const { body } = await walker.get(`/admin/refunds/${walker.id(String(args['request']))}`, 'operator')
    const payments = body.payouts.map(({ gatewayPaymentId }: { gatewayPaymentId: string }) => gatewayPaymentId)
    for (const id of payments) gateway.awayFor.set(id, { isMade: args['isMade'] === true })
    passIn(walker, Number(args['wait']))
    for (const ms of UNTIL_GIVEN_UP) {
      passIn(walker, ms)
      await walker.world.background.jobs()
    }
    for (const id of payments) gateway.awayFor.delete(id)
    return { status: 200, body: undefined }
  },
}

export const deadLetterVerbs: readonly Verb[] = [replayLetter, closeLetter, giveUp]
