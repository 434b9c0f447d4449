/** The part of a file that was read: a sheet, and the row in it that is the header. */
export interface ReadTable {
  sheet: string | null
  /** Undefined: not known. */
  sheets: readonly { name: string; rows: number | null }[] | undefined
  headerRow: number
  /** The first rows that are not blank; undefined: not known. */
  rawRows: readonly { rowIndex: number }[] | undefined
}

interface Choice {
  sheet?: string | undefined
  headerRow?: number | undefined
}

type Chosen =
  | { kind: 'same' }
  | { kind: 'other'; choice: Choice }
  | { kind: 'problem'; path: 'sheet' | 'headerRow'; message: string }

/**
 * Compares a choice of sheet and header row with what was read. A header row that was chosen before stays with its
 * sheet; that of another sheet is recognised unless it is chosen too.
 */
export function chooseTable(read: ReadTable, before: Choice, wanted: Choice, rawRowsMax: number): Chosen {
  const isOtherSheet = wanted.sheet !== undefined && wanted.sheet !== read.sheet
  const isOtherHeader = wanted.headerRow !== undefined && wanted.headerRow !== read.headerRow
  if (!isOtherSheet && !isOtherHeader) return { kind: 'same' }
  const sheet = isOtherSheet ? read.sheets?.find(({ name }) => name === wanted.sheet) : undefined
  if (isOtherSheet && read.sheets && !sheet)
    return { kind: 'problem', path: 'sheet', message: 'is not a sheet of the file' }
  if (sheet?.rows === 0) return { kind: 'problem', path: 'sheet', message: 'has no rows' }
  if (sheet?.rows === 1 && wanted.headerRow !== 0)
    return { kind: 'problem', path: 'sheet', message: 'has only one row; choose headerRow 0 to import it as data' }
  if (!isOtherSheet && wanted.headerRow && read.rawRows) {
    const at = read.rawRows.findIndex(({ rowIndex }) => rowIndex === wanted.headerRow)
    if (at === -1) return { kind: 'problem', path: 'headerRow', message: `must be 0 or one of the rows in rawRows` }
    if (at === read.rawRows.length - 1 && read.rawRows.length < rawRowsMax)
      return { kind: 'problem', path: 'headerRow', message: 'has no rows below it' }
  }
  return {
    kind: 'other',
    choice: {
      sheet: wanted.sheet ?? before.sheet ?? read.sheet ?? undefined,
      headerRow: wanted.headerRow ?? (isOtherSheet ? undefined : before.headerRow),
    },
  }
}
