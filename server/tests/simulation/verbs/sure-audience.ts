import { Missing } from '../model/missing.ts'
import type { Model } from '../model/model.ts'

/**
 * A launch counts its recipients, and its expansion picks that many of those who want messages by then. Where somebody
 * has come back in between there are more of them than were counted, and chance decides who gets one. No walk goes there.
 */
export const isExpansionDone = ({ shared }: Model) =>
  !shared.vendors
    .flatMap(({ messaging }) => messaging.campaigns)
    .some(({ isExpanded, launchedAt, endedAt }) => !isExpanded && launchedAt !== null && endedAt === null)

/** Somebody is about to come back. */
export const isAudienceSure = (model: Model) => !model.shared.inbound.some(({ text }) => text === 'START')

export function sure(model: Model, name: string): string {
  if (!isAudienceSure(model)) throw new Missing('who gets it would be chance')
  return name
}
