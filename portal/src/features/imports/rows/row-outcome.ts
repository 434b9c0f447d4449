import type { Tone } from '../../../components/values/status-dot.tsx'
import { capitalize } from '../../../format/text.ts'
import { ACTIONS } from '../display-names.ts'
import type { ImportRow } from '../queries.ts'

export const ROW_FILTERS = ['failed', 'warning', 'all', 'excluded'] as const
export type RowFilter = (typeof ROW_FILTERS)[number]

/** What becomes of a row, in a few words. */
export function outcomeOf({ status, reason, warnings, contacts }: ImportRow): { tone: Tone; text: string } {
  if (status === 'excluded') return { tone: 'neutral', text: 'Excluded' }
  if (status === 'failed') return { tone: 'error', text: capitalize(reason ?? 'failed') }
  if (status === 'warning') return { tone: 'pending', text: capitalize(shortened(warnings)) }
  const [first] = contacts
  return {
    tone: 'success',
    text: first && contacts.length === 1 ? `Valid: ${ACTIONS[first.action].toLowerCase()}` : 'Valid',
  }
}

const shortened = ([first = 'warning', ...more]: readonly string[]) =>
  more.length > 0 ? `${first} and ${more.length} more` : first
