import type { Expected } from '../engine/verb.ts'
import { DAY } from './calendar.ts'
import { countryOf } from './contacts.ts'
import { mayNotSend, noRate, unitCost } from './launch.ts'
import { type Category, type Contact, isOptedOut, type Single } from './messaging.ts'
import { isLeaving, type Model } from './model.ts'
import { fail, releaseHold } from './settlement.ts'
import { spendable } from './wallet.ts'

const WINDOW = DAY
const SILENT_FOR = DAY
const TESTS_PER_NUMBER = 20
const TESTS = 100

const isWindowOpen = (inboundAt: number | undefined, now: number) => inboundAt !== undefined && now < inboundAt + WINDOW

const conflict = (code: string): Expected => ({ status: 409, code })

/** Free text, within a day of the last message of the contact. */
export function sendReply(model: Model, name: string, contact: Contact): Expected {
  const refused = noRate(model) ?? mayNotSend(model)
  if (refused) return refused
  if (isOptedOut(model, contact)) return conflict('OPTED_OUT')
  if (!isWindowOpen(contact.inboundAt, model.now)) return conflict('WINDOW_CLOSED')
  const cost = priceOf(model, 'SERVICE', contact.mobile)
  if (typeof cost !== 'number') return cost
  queue(model, { name, kind: 'REPLY', contact, mobile: contact.mobile, cost })
  return { status: 201, body: { status: 'QUEUED', kind: 'REPLY' } }
}

/** One message of an approved template to any number. */
export function sendTest(model: Model, name: string, template: string, mobile: string): Expected {
  const known = model.messaging.templates.find((one) => one.name === template)
  if (known?.status !== 'APPROVED') return { status: 422, code: 'TEMPLATE_NOT_APPROVED' }
  const refused = mayNotSend(model) ?? (isOptedOut(model, { mobile }) ? conflict('OPTED_OUT') : noRate(model))
  if (refused) return refused
  const tests = model.messaging.singles.filter(({ kind, createdAt }) => kind === 'TEST' && createdAt > model.now - DAY)
  const toNumber = tests.filter((one) => one.mobile === mobile)
  if (toNumber.length >= TESTS_PER_NUMBER || tests.length >= TESTS) return { status: 422, code: 'TEST_LIMIT' }
  const cost = priceOf(model, known.category, mobile)
  if (typeof cost !== 'number') return cost
  queue(model, { name, kind: 'TEST', contact: null, mobile, cost })
  return { status: 202, body: { status: 'QUEUED', costMinorUnit: cost, currency: model.currency } }
}

/** What it will cost, or why it cannot be had: an empty wallet sends nothing, not even what is free. */
function priceOf(model: Model, category: Category | 'SERVICE', mobile: string): Expected | number {
  const cost = unitCost(model, category, countryOf(mobile))
  if (cost === undefined) return { status: 422, code: 'PRICING_NOT_FOUND' }
  if (model.wallet.balance > 0) return cost
  const required = Math.max(1, cost)
  return {
    status: 402,
    code: 'INSUFFICIENT_BALANCE',
    body: { requiredMinorUnit: required, shortfallMinorUnit: required },
  }
}

const queue = (model: Model, single: Pick<Single, 'name' | 'kind' | 'contact' | 'mobile' | 'cost'>) =>
  model.messaging.singles.push({
    ...single,
    createdAt: model.now,
    dueAt: model.now,
    status: 'QUEUED',
    settled: null,
    bonus: 0,
    isUnfunded: false,
    isHeld: false,
    isCounted: false,
    isAccepted: false,
    tries: 0,
    isPresumed: false,
    errorCode: null,
    failedAt: null,
  })

/** A reply is sent while the window is open. A contact that was deleted has none: then its own age decides. */
export const isReplyLate = ({ messaging, now }: Model, { kind, contact, createdAt }: Single) => {
  const isContact = contact !== null && messaging.contacts.includes(contact)
  return kind === 'REPLY' && !isWindowOpen((isContact ? contact.inboundAt : undefined) ?? createdAt, now)
}

/** What falls due by the clock, or by money that has come. */
export function sweepSingles(model: Model) {
  for (const one of model.messaging.singles) {
    if (isSilent(model, one)) timeOut(model, one)
    if (one.isUnfunded && one.status === 'QUEUED' && one.createdAt <= model.now - WINDOW && isReplyLate(model, one))
      fail(model, one, one, null)
  }
  resumeFunded(model)
}

const isSilent = ({ now }: Model, { status, settled, dueAt }: Single) =>
  settled === null && (status === 'SENT' || status === 'UNKNOWN') && dueAt <= now - SILENT_FOR

/** Without a word of the provider for a day it costs nothing. One of unknown outcome has failed. */
function timeOut(model: Model, one: Single) {
  if (one.status === 'UNKNOWN') {
    fail(model, one, one, null)
    one.isPresumed = true
    return
  }
  releaseHold(model, one)
  one.settled = 'REFUNDED'
}

/** They go on together when the wallet covers the oldest. */
function resumeFunded(model: Model) {
  const waiting = model.messaging.singles.filter(({ isUnfunded, status }) => isUnfunded && status === 'QUEUED')
  const [oldest] = waiting
  if (!oldest) return
  const isCovered = model.wallet.balance > 0 && spendable(model) >= oldest.cost
  if (!isLeaving(model) && !(model.status === 'ACTIVE' && isCovered)) return
  for (const one of waiting) Object.assign(one, { isUnfunded: false, dueAt: model.now })
}
