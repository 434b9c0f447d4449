/** Only APPROVED templates can be sent. */
export const TEMPLATE_STATUSES = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
  'PENDING_DELETION',
  'DELETED',
] as const
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number]

/** Events that are not statuses: the status they lead to, or undefined when it does not change. */
const OTHER_EVENTS: Readonly<Record<string, TemplateStatus | undefined>> = {
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  FLAGGED: undefined,
  LOCKED: undefined,
}

/** The status that an event of the provider leads to; undefined when it changes none or is unknown. */
export function statusAfter(event: string): TemplateStatus | undefined {
  const status = TEMPLATE_STATUSES.find((name) => name === event)
  return status ?? (Object.hasOwn(OTHER_EVENTS, event) ? OTHER_EVENTS[event] : undefined)
}

/**
 * Decides between two statuses of the same second, the provider's resolution: the one that usually comes later wins.
 */
const RANK: Readonly<Record<TemplateStatus, number>> = {
  PENDING: 0,
  IN_APPEAL: 1,
  LIMIT_EXCEEDED: 2,
  REJECTED: 3,
  APPROVED: 4,
  PAUSED: 5,
  DISABLED: 6,
  ARCHIVED: 7,
  PENDING_DELETION: 8,
  DELETED: 9,
}

/**
 * Whether an update replaces the known status, however late or often it arrives. `at` is undefined before the first
 * one.
 */
export function isNewer(
  event: { status: TemplateStatus; at: Date },
  known: { status: TemplateStatus; at: Date | undefined },
): boolean {
  if (known.at === undefined || event.at > known.at) return true
  return event.at.getTime() === known.at.getTime() && RANK[event.status] > RANK[known.status]
}
