import type { Tone } from '../../../components/values/status-dot.tsx'
import { capitalize } from '../../../format/text.ts'
import { t, translateServerText } from '../../../format/translate.ts'
import { ACTIONS } from '../display-names.ts'
import type { ImportRow } from '../queries.ts'

const ROW_FILTERS = ['failed', 'warning', 'all', 'excluded'] as const
export type RowFilter = (typeof ROW_FILTERS)[number]

/** What becomes of a row, in a few words. */
export function outcomeOf({ status, reason, warnings, contacts }: ImportRow): { tone: Tone; text: string } {
  if (status === 'excluded') return { tone: 'neutral', text: t('Excluded') }
  if (status === 'failed')
    return { tone: 'error', text: reason ? capitalize(translateServerText(reason)) : t('Failed') }
  if (status === 'warning') return { tone: 'pending', text: capitalize(shortened(warnings)) }
  const [first] = contacts
  return {
    tone: 'success',
    text:
      first && contacts.length === 1
        ? t('Valid: {action}', { action: ACTIONS[first.action].toLowerCase() })
        : t('Valid'),
  }
}

const shortened = ([warning = 'warning', ...more]: readonly string[]) => {
  const first = translateServerText(warning)
  return more.length > 0 ? t('{first} and {count} more', { first, count: more.length }) : first
}
