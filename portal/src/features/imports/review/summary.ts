import type { Preview } from '../queries.ts'

type CountOf = (count: number, one: string, many?: string) => string
type Count = (count: number) => string

type Totals = Pick<Preview, 'totalErrors' | 'conflictSummary'>

/** `1,204 new contacts, 311 existing, 42 name changes, 19 failed rows` */
export function summaryOf({ totalErrors, conflictSummary }: Totals, count: Count, countOf: CountOf): string {
  const { totalNewContacts, totalExistingContacts, contactsWithUpdatedNames, contactsWithNewLabels } = conflictSummary
  const parts = [
    countOf(totalNewContacts, 'new contact'),
    `${count(totalExistingContacts)} existing`,
    contactsWithUpdatedNames > 0 && countOf(contactsWithUpdatedNames, 'name change'),
    contactsWithNewLabels > 0 && `${count(contactsWithNewLabels)} with new labels`,
    countOf(totalErrors, 'failed row'),
  ]
  return parts.filter(Boolean).join(', ')
}
