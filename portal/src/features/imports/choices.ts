import type { ColumnField } from '@harkara/server/domain/imports/mapping/column-use'
import { headerWords } from '@harkara/server/domain/imports/mapping/header-words'
import { namesField } from '@harkara/server/domain/imports/mapping/heading-fields'
import { phoneClue } from '@harkara/server/domain/imports/mapping/phone-columns'
import type { Mapping } from './queries.ts'

/** What somebody says a column is. */
export interface ColumnChoice {
  column: string
  field: ColumnField
  /** What the detail shall be called. */
  attribute: string
}

export const choicesOf = ({ headers, suggestion, confirmed }: Mapping): ColumnChoice[] =>
  headers.map(({ column }) => {
    const use = confirmed?.[column] ?? suggestion[column] ?? { field: 'ignore' as const }
    return { column, field: use.field, attribute: use.attribute ?? column }
  })

/** As the server takes it. fromEntries, so that a column called __proto__ is one like any other. */
export const columnsOf = (choices: readonly ColumnChoice[]) =>
  Object.fromEntries(
    choices.map(({ column, field, attribute }) => [
      column,
      field === 'attribute' && attribute.trim() ? { field, attribute: attribute.trim() } : { field },
    ]),
  )

export const mayHoldSeveral = (field: ColumnField) => ['phone', 'labels', 'attribute', 'ignore'].includes(field)

/** Why we take a column for what we take it for. */
export function whyOf(column: string, suggestion: ColumnField): string {
  if (suggestion === 'ignore') return 'It comes from one of our reports.'
  if (suggestion === 'attribute') return 'It is nothing else we know, so it is kept with each contact.'
  if (suggestion === 'phone' && !saysPhone(column)) return 'Its cells look like phone numbers.'
  if (suggestion === 'name' && namesField(column) === 'no') return 'Its cells look like names.'
  return 'Its heading says so.'
}

const PLACEHOLDER = /^Column [A-Z]+$/
const saysPhone = (column: string) => !PLACEHOLDER.test(column) && phoneClue(headerWords(column)) !== 'silent'
