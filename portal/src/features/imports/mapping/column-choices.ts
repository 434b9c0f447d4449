import type { ColumnField } from '@harkara/server/domain/imports/mapping/column-use'
import { headerWords } from '@harkara/server/domain/imports/mapping/header-words'
import { namesField } from '@harkara/server/domain/imports/mapping/heading-fields'
import { phoneClue } from '@harkara/server/domain/imports/mapping/phone-columns'
import { t } from '../../../format/translate.ts'
import type { Mapping } from '../queries.ts'

/** The field that a column is mapped to. */
export interface ColumnChoice {
  column: string
  field: ColumnField
  /** The attribute's name; used only for the field `attribute`. */
  attribute: string
}

export const initialChoices = ({ headers, suggestion, confirmed }: Mapping): ColumnChoice[] =>
  headers.map(({ column }) => {
    const use = confirmed?.[column] ?? suggestion[column] ?? { field: 'ignore' as const }
    return { column, field: use.field, attribute: use.attribute ?? column }
  })

/** The request format of the server. `fromEntries` also handles a column called `__proto__`. */
export const mappingOf = (choices: readonly ColumnChoice[]) =>
  Object.fromEntries(
    choices.map(({ column, field, attribute }) => [
      column,
      field === 'attribute' && attribute.trim() ? { field, attribute: attribute.trim() } : { field },
    ]),
  )

export const allowsSeveralColumns = (field: ColumnField) =>
  ['phone', 'labels', 'consent', 'attribute', 'ignore'].includes(field)

/** Explains a suggested mapping. */
export function explainSuggestion(
  column: string,
  suggestion: ColumnField,
  source: Mapping['suggestionSource'],
): string {
  if (source === 'REMEMBERED') return t('Same as in your last file with these columns.')
  if (suggestion === 'ignore') return t('This column comes from a Harkara report.')
  if (suggestion === 'attribute') return t('Not a known field, so it is stored as a custom attribute.')
  if (suggestion === 'phone' && !saysPhone(column)) return t('Detected from its values, which look like phone numbers.')
  if (suggestion === 'name' && namesField(column) === 'no') return t('Detected from its values, which look like names.')
  return t('Detected from the column name.')
}

const PLACEHOLDER = /^Column [A-Z]+$/
const saysPhone = (column: string) => !PLACEHOLDER.test(column) && phoneClue(headerWords(column)) !== 'silent'
