import type { Preview } from './queries.ts'

type CountOf = (count: number, one: string, many?: string) => string
type Count = (count: number) => string

type Totals = Pick<Preview, 'totalErrors' | 'conflictSummary'>

/** `1,204 new, 311 already there, 42 names get longer, 19 rows left out.` */
export function summaryOf({ totalErrors, conflictSummary }: Totals, count: Count, countOf: CountOf): string {
  const { totalNewContacts, totalExistingContacts, contactsWithUpdatedNames, contactsWithNewLabels } = conflictSummary
  const parts = [
    `${count(totalNewContacts)} new`,
    `${count(totalExistingContacts)} already there`,
    contactsWithUpdatedNames > 0 && countOf(contactsWithUpdatedNames, 'name changes', 'names change'),
    contactsWithNewLabels > 0 &&
      `${count(contactsWithNewLabels)} ${contactsWithNewLabels === 1 ? 'gets' : 'get'} new labels`,
    countOf(totalErrors, 'row left out', 'rows left out'),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
