import type { Tone } from '../../components/status-dot.tsx'
import { languageName, words } from '../../format/words.ts'
import type { Template } from './queries.ts'

type Status = Template['status']

export const STATUSES: Readonly<Record<Status, { name: string; tone: Tone; about: string }>> = {
  PENDING: { name: 'In review', tone: 'wait', about: 'WhatsApp looks at it. That takes from a minute to a day.' },
  APPROVED: { name: 'Approved', tone: 'good', about: 'It can be sent.' },
  REJECTED: {
    name: 'Rejected',
    tone: 'wrong',
    about: 'WhatsApp refused it. Change what it names and submit it again.',
  },
  PAUSED: {
    name: 'Paused',
    tone: 'wait',
    about: 'Too many readers complained, so WhatsApp stopped it for a while. It comes back by itself.',
  },
  DISABLED: {
    name: 'Disabled',
    tone: 'wrong',
    about: 'Too many readers complained, again and again. It cannot be sent any more; write another one.',
  },
  IN_APPEAL: { name: 'In appeal', tone: 'wait', about: 'The rejection is being looked at once more.' },
  LIMIT_EXCEEDED: {
    name: 'Limit reached',
    tone: 'wrong',
    about: 'There are too many templates at the provider. Delete some that you do not use.',
  },
  ARCHIVED: { name: 'Archived', tone: 'calm', about: 'Nobody has used it for long, so WhatsApp put it away.' },
  PENDING_DELETION: { name: 'Being deleted', tone: 'calm', about: 'It is gone in a moment.' },
  DELETED: { name: 'Deleted', tone: 'calm', about: 'It is gone at the provider. Delete it here as well.' },
}

const QUALITIES: Readonly<Record<string, { name: string; tone: Tone }>> = {
  GREEN: { name: 'High', tone: 'good' },
  YELLOW: { name: 'Medium', tone: 'wait' },
  RED: { name: 'Low', tone: 'wrong' },
}
/** How readers like it, as far as anybody knows. */
export const qualityOf = (quality: string | null) =>
  QUALITIES[quality ?? ''] ?? ({ name: 'Not rated yet', tone: 'calm' } as const)

export const CATEGORIES = {
  MARKETING: { name: 'Marketing', about: 'Offers, news, invitations. What nobody asked for at this moment.' },
  UTILITY: { name: 'Utility', about: 'About something that the reader began: an order, a payment, an appointment.' },
  AUTHENTICATION: { name: 'Authentication', about: 'A code to sign in or to confirm something. The words are given.' },
} as const

/** WhatsApp's own codes; `en_US` is another template than `en`. */
const LANGUAGES =
  'en en_US en_GB hi bn gu kn ml mr pa ta te ur ar de es es_MX fr id it ja ms nl pt_BR pt_PT ru sw th tr vi zh_CN'

export const languageChoices = (chosen: string) =>
  [...new Set([...LANGUAGES.split(' '), chosen])].map((code) => ({ value: code, label: languageName(code) }))

/** How people find a variable in the message: `{{1}} in the header`. */
export function variableName(variable: string, components: Template['components']): string {
  const [part, index, name] = variable.split('.')
  if (part === 'header') return `{{${index}}} in the header`
  if (variable === 'code') return 'the code'
  if (part !== 'button') return `{{${variable}}}`
  if (name === 'code') return 'the offer code'
  const buttons = components.find(({ type }) => type === 'BUTTONS')?.['buttons'] as { text?: string }[] | undefined
  return `the end of the link “${buttons?.[Number(index)]?.text ?? ''}”`
}

/** `INVALID_FORMAT: Words of the reviewer.` as people read it. */
export function reasonOf(reason: string): string {
  const [, code = '', rest = ''] = /^([A-Z_]+)(?::\s*(.*))?$/s.exec(reason) ?? []
  if (!code) return reason
  return rest ? `${words(code)}: ${rest}` : words(code)
}
