import { t } from '../../../format/translate.ts'
import type { Preview } from '../queries.ts'

type Count = (count: number) => string

type Totals = Pick<Preview, 'totalErrors' | 'conflictSummary'>

/** `1,204 new contacts, 311 existing, 42 name changes, 19 failed rows` */
export function summaryOf({ totalErrors, conflictSummary }: Totals, excludedRows: number, count: Count): string {
  const { totalNewContacts, totalExistingContacts, contactsWithUpdatedNames, contactsWithNewLabels } = conflictSummary
  const parts = [
    t('{count, plural, one {# new contact} other {# new contacts}}', { count: totalNewContacts }),
    t('{count} existing', { count: count(totalExistingContacts) }),
    contactsWithUpdatedNames > 0 &&
      t('{count, plural, one {# name change} other {# name changes}}', { count: contactsWithUpdatedNames }),
    contactsWithNewLabels > 0 && t('{count} with new labels', { count: count(contactsWithNewLabels) }),
    t('{count, plural, one {# failed row} other {# failed rows}}', { count: totalErrors }),
    excludedRows > 0 && t('{count} excluded', { count: count(excludedRows) }),
  ]
  return parts.filter(Boolean).join(', ')
}
