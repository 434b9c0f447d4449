import type { Expected } from '../engine/verb.ts'
import { DAY } from './calendar.ts'
import { launch } from './launch.ts'
import type { Campaign, Contact } from './messaging.ts'
import type { Model } from './model.ts'

/** Faults of the provider or the account may be tried again at once, a limit of the recipient after a day, all else never. */
const AFTER: Readonly<Record<number, number>> = { 131000: 0, 131042: 0, 131049: DAY }

/** Recipients whose failure allows another try, who are contacts still and are in no other retry. */
export function retryable(model: Model, parent: Campaign, asOf: number, except?: string): Contact[] {
  const retries = model.messaging.campaigns.filter((one) => one.parent === parent.name && one.name !== except)
  const isRetried = (mobile: string) =>
    retries.some(({ messages }) => messages.some((one) => one.mobile === mobile && one.status !== 'CANCELLED'))
  return parent.messages.flatMap(({ mobile, status, errorCode, failedAt }) => {
    const wait = AFTER[errorCode ?? 0]
    const isDue = wait !== undefined && failedAt !== null && failedAt + wait <= asOf
    const contact = model.messaging.contacts.find((one) => one.mobile === mobile)
    return contact && status === 'FAILED' && isDue && !isRetried(mobile) ? [contact] : []
  })
}

/** A new campaign to those whom the first one failed to reach, with all checks of a launch. */
export function retryFailed(model: Model, parent: Campaign, name: string): Expected {
  const { campaigns } = model.messaging
  const isOpen = campaigns.some((one) => one.parent === parent.name && !one.isExpanded && one.endedAt === null)
  return launch(model, {
    name,
    template: parent.template,
    label: parent.label,
    without: parent.without,
    parent: parent.name,
    candidates: retryable(model, parent, model.now),
    nobody: { status: 422, code: 'NOBODY_TO_RETRY' },
    ...(isOpen && { refused: { status: 409, code: 'INVALID_STATE' } }),
  })
}
