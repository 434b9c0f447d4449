import { deleteStoredDraft, loadStoredDraft, storeDraft } from '../../../api/state/drafts.ts'
import type { Mapping } from '../queries.ts'
import { type ColumnChoice, initialChoices } from './column-choices.ts'

/**
 * Chosen fields by the position of their column: neither headings, which may be a row of contacts, nor values of the
 * file are stored in the browser.
 */
interface MappingDraft {
  sheet: number
  headerRow: number
  /** null: another attribute name than the heading was not typed. */
  fields: { field: ColumnChoice['field']; attribute: string | null }[]
}

const sheetOf = ({ sheets, sheet }: Mapping) => sheets.findIndex(({ name }) => name === sheet)
const keyOf = (jobId: string) => `mapping-${jobId}`

/** The choices as they were before a reload, or those suggested. Columns of another sheet or header row are others. */
export function loadMappingDraft(jobId: string, mapping: Mapping): ColumnChoice[] {
  const choices = initialChoices(mapping)
  const { sheet, headerRow, fields } = loadStoredDraft<MappingDraft>(keyOf(jobId)) ?? {}
  const isSameTable = sheet === sheetOf(mapping) && headerRow === mapping.headerRow && fields?.length === choices.length
  if (!isSameTable) return choices
  return choices.map(({ column, attribute }, index) => ({
    column,
    field: fields[index]?.field ?? 'ignore',
    attribute: fields[index]?.attribute ?? attribute,
  }))
}

export function storeMappingDraft(jobId: string, mapping: Mapping, choices: readonly ColumnChoice[]) {
  const suggested = initialChoices(mapping)
  const fields = choices.map(({ field, attribute }, index) => ({
    field,
    attribute: attribute === suggested[index]?.attribute ? null : attribute,
  }))
  storeDraft(keyOf(jobId), { sheet: sheetOf(mapping), headerRow: mapping.headerRow, fields } satisfies MappingDraft)
}

export const deleteMappingDraft = (jobId: string) => deleteStoredDraft(keyOf(jobId))
