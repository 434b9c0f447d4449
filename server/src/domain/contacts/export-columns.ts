/** The first columns of an export of contacts; one column for each attribute follows. */
export const EXPORT_COLUMNS = ['Name', 'Phone', 'Country', 'Labels'] as const

/** Whether a file is one of our exports, whose cells `unquoteFormula` restores. */
export const isExport = (columns: readonly string[]) => EXPORT_COLUMNS.every((name, i) => columns[i] === name)
