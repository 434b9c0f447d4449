import { FAILURE_REASON_COLUMN, ROW_ID_COLUMN } from '../../contacts/contact.ts'

/**
 * The indexes of the columns that our error report added to a file. `RowId` alone may be a column of the vendor, so it
 * counts only beside `FailureReason`.
 */
export function reportColumns(headers: readonly string[]): ReadonlySet<number> {
  const names = headers.map(withoutNumber)
  const isReport = names.includes(FAILURE_REASON_COLUMN)
  const added = names.flatMap((name, i) =>
    name === FAILURE_REASON_COLUMN || (isReport && name === ROW_ID_COLUMN) ? [i] : [],
  )
  return new Set(added)
}

/** The columns that may hold row ids. */
export const rowIdColumns = (headers: readonly string[]): number[] =>
  headers.flatMap((header, i) => (withoutNumber(header) === ROW_ID_COLUMN ? [i] : []))

/** A second column of the same name is called `FailureReason (2)`. */
const withoutNumber = (header: string) => header.replace(/ \(\d+\)$/, '')
