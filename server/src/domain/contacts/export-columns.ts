import { IMPORT_COLUMNS_MAX } from '../limits.ts'

/** The first columns of an export of contacts; one for each attribute follows, then the consent if there is any. */
export const EXPORT_COLUMNS = ['Name', 'Phone', 'Country', 'Labels'] as const
export const CONSENT_COLUMNS = ['Consent', 'Consent date', 'Consent source'] as const

/** The attributes that have no column of their own, as JSON. */
export const OTHER_ATTRIBUTES_COLUMN = 'Other attributes'
/** So that an export can be imported again. */
export const ATTRIBUTE_COLUMNS_MAX = IMPORT_COLUMNS_MAX - EXPORT_COLUMNS.length - CONSENT_COLUMNS.length - 1

/** Whether a file is one of our exports, whose cells `unquoteFormula` restores. */
export const isExport = (columns: readonly string[]) => EXPORT_COLUMNS.every((name, i) => columns[i] === name)
