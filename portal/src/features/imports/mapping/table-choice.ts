import { t } from '../../../format/translate.ts'
import type { Mapping } from '../queries.ts'

/** The part of a file that is read: a sheet of a workbook, and the row with the column names. */
interface TableChoice {
  sheet: string | null
  /** 0: none. */
  headerRow: number
}

type ReadTable = Pick<Mapping, 'sheet' | 'headerRow'>

/** `Sheet Customers, header in row 3` */
export function describeTable({ sheet, headerRow }: ReadTable): string {
  const header = headerRow === 0 ? t('no header row') : t('header in row {headerRow}', { headerRow })
  return sheet === null
    ? header.charAt(0).toUpperCase() + header.slice(1)
    : t('Sheet {sheet}, {header}', { sheet, header })
}

/** The label of the button, and what to send; undefined if nothing would change. */
export function changeOf(read: ReadTable, choice: TableChoice) {
  // The rows of another sheet are not known yet, so its header is recognised first.
  if (choice.sheet !== null && choice.sheet !== read.sheet)
    return { label: t('Read sheet {sheet}', { sheet: choice.sheet }), input: { sheet: choice.sheet } }
  if (choice.headerRow === read.headerRow) return undefined
  const label =
    choice.headerRow === 0
      ? t('Read without a header row')
      : t('Use row {headerRow} as the header', { headerRow: choice.headerRow })
  return { label, input: { headerRow: choice.headerRow } }
}

/** The other sheets of the workbook that have rows, such as `Calls (12 rows)`; hidden ones, too. */
export const unreadSheets = ({ sheets, sheet }: Pick<Mapping, 'sheets' | 'sheet'>): string[] =>
  sheets
    .filter(({ name, rows }) => name !== sheet && rows !== 0)
    .map(({ name, rows }) =>
      rows === null ? name : `${name} (${t('{count, plural, one {# row} other {# rows}}', { count: rows })})`,
    )
