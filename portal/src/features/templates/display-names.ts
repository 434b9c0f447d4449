import type { Tone } from '../../components/values/status-dot.tsx'
import { languageName, providerWords } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import type { Template } from './queries.ts'

type Status = Template['status']

export const STATUSES: Readonly<Record<Status, { name: string; tone: Tone; about: string }>> = {
  PENDING: {
    name: t('In review'),
    tone: 'pending',
    about: t('WhatsApp is reviewing this template, which takes from a minute to a day.'),
  },
  APPROVED: { name: t('Approved'), tone: 'success', about: t('This template can be sent.') },
  REJECTED: {
    name: t('Rejected'),
    tone: 'error',
    about: t('WhatsApp rejected this template. Fix the reason below and submit it again.'),
  },
  PAUSED: {
    name: t('Paused'),
    tone: 'pending',
    about: t('WhatsApp paused this template after complaints from recipients. It is resumed automatically.'),
  },
  DISABLED: {
    name: t('Disabled'),
    tone: 'error',
    about: t('WhatsApp disabled this template after repeated complaints. Create a new one.'),
  },
  IN_APPEAL: { name: t('In appeal'), tone: 'pending', about: t('The rejection is being reviewed again.') },
  LIMIT_EXCEEDED: {
    name: t('Limit reached'),
    tone: 'error',
    about: t('The provider account has too many templates. Delete templates you do not use.'),
  },
  ARCHIVED: {
    name: t('Archived'),
    tone: 'neutral',
    about: t('WhatsApp archived this template because it was not used.'),
  },
  PENDING_DELETION: { name: t('Deleting'), tone: 'neutral', about: t('This template is being deleted.') },
  DELETED: {
    name: t('Deleted'),
    tone: 'neutral',
    about: t('The provider deleted this template. Delete it here as well.'),
  },
}

const QUALITIES: Readonly<Record<string, { name: string; tone: Tone }>> = {
  GREEN: { name: t('High'), tone: 'success' },
  YELLOW: { name: t('Medium'), tone: 'pending' },
  RED: { name: t('Low'), tone: 'error' },
}
/** The provider's quality rating. */
export const qualityLabel = (quality: string | null) =>
  QUALITIES[quality ?? ''] ?? ({ name: t('Not rated'), tone: 'neutral' } as const)

export const CATEGORIES = {
  MARKETING: { name: t('Marketing'), about: t('Offers, news and invitations.') },
  UTILITY: { name: t('Utility'), about: t('Updates about an order, a payment or an appointment.') },
  AUTHENTICATION: { name: t('Authentication'), about: t('One-time codes. The text is fixed.') },
} as const

/** WhatsApp's language codes; `en_US` and `en` are different languages. */
const LANGUAGES =
  'en en_US en_GB hi bn gu kn ml mr pa ta te ur ar de es es_MX fr id it ja ms nl pt_BR pt_PT ru sw th tr vi zh_CN'

export const languageChoices = (chosen: string) =>
  [...new Set([...LANGUAGES.split(' '), chosen])].map((code) => ({ value: code, label: languageName(code) }))

/** The display name of a variable, for example `{{1}} in the header`. */
export function variableName(variable: string, components: Template['components']): string {
  const [part, index, name] = variable.split('.')
  if (part === 'header') return t("'{{'{index}'}}' in the header", { index })
  if (variable === 'code') return t('code')
  if (part !== 'button') return `{{${variable}}}`
  if (name === 'code') return t('offer code')
  const buttons = components.find(({ type }) => type === 'BUTTONS')?.['buttons'] as { text?: string }[] | undefined
  return t('URL suffix of “{text}”', { text: buttons?.[Number(index)]?.text ?? '' })
}

/** Formats a reason such as `INVALID_FORMAT: Comment of the reviewer.` */
export function formatReason(reason: string): string {
  const [, code = '', rest = ''] = /^([A-Z_]+)(?::\s*(.*))?$/s.exec(reason) ?? []
  if (!code) return reason
  return rest ? `${providerWords(code)}: ${rest}` : providerWords(code)
}
