import type { Tone } from '../../components/status-dot.tsx'
import type { Places, RowsCheck } from './check/check-rows.ts'

export interface Finding {
  tone: Tone
  title: string
  about: string
}

type CountOf = (count: number, one: string, many?: string) => string

/** What the browser found in a table, in words: what is well first, then what to look at. */
export function findingsOf(rows: RowsCheck, countOf: CountOf): Finding[] {
  const { rowCount, headerRow, phoneColumns, malformed, shortened, repeated } = rows
  const found: (Finding | false)[] = [
    {
      tone: 'good',
      title: countOf(rowCount, 'row'),
      about: headerOf(headerRow),
    },
    phoneColumns.length > 0
      ? {
          tone: 'good',
          title: `Numbers in ${phoneColumns.join(' and ')}`,
          about: 'You can change that in the next step.',
        }
      : {
          tone: 'wait',
          title: 'No column of phone numbers found',
          about: 'You can say in the next step which one it is. If there is none, nobody can be imported.',
        },
    shortened.count > 0 && {
      tone: 'wrong',
      title: `${countOf(shortened.count, 'number')} cut short by the spreadsheet`,
      about: `${placesOf(shortened)}: digits are lost (9.19E+11). Format the column as text, and save the file again from where it came.`,
    },
    malformed.count > 0 && {
      tone: 'wait',
      title: `${countOf(malformed.count, 'number')} that cannot be right`,
      about: `${placesOf(malformed)}. You can go on: such rows are left out, and you get them back in a file to mend.`,
    },
    repeated.count > 0 && {
      tone: 'calm',
      title: `${countOf(repeated.count, 'row repeats', 'rows repeat')} a number`,
      about: `${placesOf(repeated)}. Each number becomes one contact.`,
    },
  ]
  return found.filter((finding) => finding !== false)
}

function headerOf(row: number): string {
  if (row === 0) return 'No row names the columns; that is fine.'
  return row === 1
    ? 'The first row names the columns.'
    : `Row ${row} names the columns; the rows above it are left out.`
}

function placesOf({ count, rows }: Places): string {
  const more = count > rows.length ? ' and more' : ''
  return `${rows.length > 1 ? 'Rows' : 'Row'} ${rows.join(', ')}${more}`
}
