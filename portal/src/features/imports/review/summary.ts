import type { Preview } from '../queries.ts'

type Pluralize = (count: number, one: string, many?: string) => string
type Count = (count: number) => string

type Totals = Pick<Preview, 'totalErrors' | 'conflictSummary'>

/** `1,204 new contacts, 311 existing, 42 name changes, 19 failed rows` */
export function summaryOf(
  { totalErrors, conflictSummary }: Totals,
  excludedRows: number,
  count: Count,
  pluralize: Pluralize,
): string {
  const { totalNewContacts, totalExistingContacts, contactsWithUpdatedNames, contactsWithNewLabels } = conflictSummary
  const parts = [
    pluralize(totalNewContacts, 'new contact'),
    `${count(totalExistingContacts)} existing`,
    contactsWithUpdatedNames > 0 && pluralize(contactsWithUpdatedNames, 'name change'),
    contactsWithNewLabels > 0 && `${count(contactsWithNewLabels)} with new labels`,
    pluralize(totalErrors, 'failed row'),
    excludedRows > 0 && `${count(excludedRows)} excluded`,
  ]
  return parts.filter(Boolean).join(', ')
}
