import type { Tone } from '../../components/values/status-dot.tsx'
import { humanize, languageName } from '../../format/text.ts'
import type { Template } from './queries.ts'

type Status = Template['status']

export const STATUSES: Readonly<Record<Status, { name: string; tone: Tone; about: string }>> = {
  PENDING: {
    name: 'In review',
    tone: 'pending',
    about: 'WhatsApp is reviewing this template, which takes from a minute to a day.',
  },
  APPROVED: { name: 'Approved', tone: 'success', about: 'This template can be sent.' },
  REJECTED: {
    name: 'Rejected',
    tone: 'error',
    about: 'WhatsApp rejected this template. Fix the reason below and submit it again.',
  },
  PAUSED: {
    name: 'Paused',
    tone: 'pending',
    about: 'WhatsApp paused this template after complaints from recipients. It is resumed automatically.',
  },
  DISABLED: {
    name: 'Disabled',
    tone: 'error',
    about: 'WhatsApp disabled this template after repeated complaints. Create a new one.',
  },
  IN_APPEAL: { name: 'In appeal', tone: 'pending', about: 'The rejection is being reviewed again.' },
  LIMIT_EXCEEDED: {
    name: 'Limit reached',
    tone: 'error',
    about: 'The provider account has too many templates. Delete templates you do not use.',
  },
  ARCHIVED: { name: 'Archived', tone: 'neutral', about: 'WhatsApp archived this template because it was not used.' },
  PENDING_DELETION: { name: 'Deleting', tone: 'neutral', about: 'This template is being deleted.' },
  DELETED: { name: 'Deleted', tone: 'neutral', about: 'The provider deleted this template. Delete it here as well.' },
}

const QUALITIES: Readonly<Record<string, { name: string; tone: Tone }>> = {
  GREEN: { name: 'High', tone: 'success' },
  YELLOW: { name: 'Medium', tone: 'pending' },
  RED: { name: 'Low', tone: 'error' },
}
/** The provider's quality rating. */
export const qualityLabel = (quality: string | null) =>
  QUALITIES[quality ?? ''] ?? ({ name: 'Not rated', tone: 'neutral' } as const)

export const CATEGORIES = {
  MARKETING: { name: 'Marketing', about: 'Offers, news and invitations.' },
  UTILITY: { name: 'Utility', about: 'Updates about an order, a payment or an appointment.' },
  AUTHENTICATION: { name: 'Authentication', about: 'One-time codes. The text is fixed.' },
} as const

/** WhatsApp's language codes; `en_US` and `en` are different languages. */
const LANGUAGES =
  'en en_US en_GB hi bn gu kn ml mr pa ta te ur ar de es es_MX fr id it ja ms nl pt_BR pt_PT ru sw th tr vi zh_CN'

export const languageChoices = (chosen: string) =>
  [...new Set([...LANGUAGES.split(' '), chosen])].map((code) => ({ value: code, label: languageName(code) }))

/** The display name of a variable, for example `{{1}} in the header`. */
export function variableName(variable: string, components: Template['components']): string {
  const [part, index, name] = variable.split('.')
  if (part === 'header') return `{{${index}}} in the header`
  if (variable === 'code') return 'code'
  if (part !== 'button') return `{{${variable}}}`
  if (name === 'code') return 'offer code'
  const buttons = components.find(({ type }) => type === 'BUTTONS')?.['buttons'] as { text?: string }[] | undefined
  return `URL suffix of “${buttons?.[Number(index)]?.text ?? ''}”`
}

/** Formats a reason such as `INVALID_FORMAT: Comment of the reviewer.` */
export function formatReason(reason: string): string {
  const [, code = '', rest = ''] = /^([A-Z_]+)(?::\s*(.*))?$/s.exec(reason) ?? []
  if (!code) return reason
  return rest ? `${humanize(code)}: ${rest}` : humanize(code)
}
