/** The first columns of an export of contacts; one for each attribute follows, then the consent if there is any. */
export const EXPORT_COLUMNS = ['Name', 'Phone', 'Country', 'Labels'] as const
export const CONSENT_COLUMNS = ['Consent', 'Consent date', 'Consent source'] as const

/** Whether a file is one of our exports, whose cells `unquoteFormula` restores. */
export const isExport = (columns: readonly string[]) => EXPORT_COLUMNS.every((name, i) => columns[i] === name)
